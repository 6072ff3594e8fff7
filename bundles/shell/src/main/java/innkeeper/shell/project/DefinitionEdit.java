package innkeeper.shell.project;

import innkeeper.api.project.Member;
import innkeeper.api.project.Members;
import innkeeper.api.project.Probe;
import innkeeper.common.text.NearestWord;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes single members of a definition in its JSON form. The name of a member of an object
 * contains a dot: {@code health.tcp}, {@code env.MODE}. An instance is for one thread.
 */
final class DefinitionEdit {

  private static final List<String> KINDS =
      Arrays.stream(Probe.Kind.values()).map(Probe.Kind::word).toList();

  private final Map<String, Object> definition;
  private final List<String> mistakes = new ArrayList<>();

  /**
   * @param definition the map that {@code Definitions.toMap} writes; it is changed in place
   */
  DefinitionEdit(Map<String, Object> definition) {
    this.definition = definition;
  }

  /** Returns the mistakes so far, one line each. */
  List<String> mistakes() {
    return mistakes;
  }

  /** Sets one member. */
  void set(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      // The message does not repeat the word, which may be a secret.
      mistakes.add("a word has the form MEMBER without =; allowed: MEMBER=VALUE");
      return;
    }
    String path = assignment.substring(0, equals);
    String text = assignment.substring(equals + 1);
    find(path)
        .ifPresent(
            place -> {
              Object value = place.isText() ? text : json(text);
              if (place.inner.isEmpty()) {
                definition.put(place.outer.name(), value);
              } else {
                within(place, true).put(place.inner, value);
              }
            });
  }

  /** Resets one member to its default. */
  void unset(String path) {
    find(path)
        .ifPresent(
            place -> {
              Map<String, Object> in = place.inner.isEmpty() ? definition : within(place, false);
              String name = place.inner.isEmpty() ? place.outer.name() : place.inner;
              if (in.remove(name) == null) {
                mistakes.add(path + " is not set");
              }
            });
  }

  /** A member, and the name within it; "" for the whole member. */
  private record Place(Member<?> outer, String inner, Optional<Member<?>> row) {

    /** Returns whether the value is a plain text, not JSON. */
    boolean isText() {
      if (!inner.isEmpty() && row.isEmpty()) {
        return true; // a variable
      }
      Map<String, Object> schema = row.orElse(outer).schema();
      return !schema.containsKey("type") || "string".equals(schema.get("type"));
    }
  }

  private Optional<Place> find(String path) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    String inner = dot < 0 ? "" : path.substring(dot + 1);
    Optional<Member<?>> outer = row(Members.ALL, name);
    if (outer.isEmpty()) {
      return unknown(path, name, "", Members.ALL);
    }
    if (name.equals("channelId")) {
      mistakes.add("channelId never changes; to have another: export, change the file, apply");
      return Optional.empty();
    }
    List<Member<?>> rows = Members.within(outer.get());
    if (dot < 0) {
      return Optional.of(new Place(outer.get(), "", Optional.empty()));
    }
    if (rows.isEmpty()) {
      if (inner.isEmpty() || !"object".equals(outer.get().schema().get("type"))) {
        mistakes.add("unknown member " + path + "; " + name + " has no members");
        return Optional.empty();
      }
      return Optional.of(new Place(outer.get(), inner, Optional.empty()));
    }
    Optional<Member<?>> row = row(rows, inner);
    return row.isPresent()
        ? Optional.of(new Place(outer.get(), inner, row))
        : unknown(path, inner, name + ".", rows);
  }

  private Optional<Place> unknown(String path, String name, String place, List<Member<?>> rows) {
    List<String> names = rows.stream().map(row -> place + row.name()).toList();
    mistakes.add("unknown member " + path + NearestWord.hint(place + name, names));
    return Optional.empty();
  }

  private static Optional<Member<?>> row(List<Member<?>> rows, String name) {
    return rows.stream()
        .filter(row -> row.name().equals(name))
        .<Member<?>>map(row -> row)
        .findFirst();
  }

  /** Returns the object that holds the place, and creates it if necessary. */
  private Map<String, Object> within(Place place, boolean setting) {
    Map<String, Object> object = new LinkedHashMap<>();
    String name = place.outer.name();
    if (definition.get(name) instanceof Map<?, ?> is) {
      is.forEach((key, value) -> object.put(String.valueOf(key), value));
    }
    if (setting && name.equals("health") && KINDS.contains(place.inner)) {
      // A probe has only one kind, so the others are removed.
      object.keySet().removeAll(KINDS);
    }
    if (setting || !object.isEmpty()) {
      definition.put(name, object);
    }
    return object;
  }

  /**
   * Returns the value of a text. Invalid JSON stays a text, and the definition's reader reports it.
   */
  private static Object json(String text) {
    try {
      return Json.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "VALUE");
    } catch (IOException | CommandRefusedException e) {
      return text;
    }
  }
}
