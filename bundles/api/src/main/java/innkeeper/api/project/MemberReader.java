package innkeeper.api.project;

import innkeeper.common.text.NearestWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads the members of one object and collects the mistakes. Used once, by one thread. */
final class MemberReader {

  private static final int MOST_SHOWN = 120;

  private final Map<?, ?> map;
  private final String who;
  private final String place;
  private final Path base;
  private final List<String> mistakes;
  private final Consumer<String> unknown;

  /**
   * @param base what relative paths are relative to
   * @param unknown receives each unknown member of a stored definition; null for a new definition,
   *     in which an unknown member is a mistake
   */
  MemberReader(Map<?, ?> map, Path base, Consumer<String> unknown) {
    this(
        map,
        map.get("channelId") instanceof String id ? shown(id) : "?",
        "",
        base,
        new ArrayList<>(),
        unknown);
  }

  private MemberReader(
      Map<?, ?> map,
      String who,
      String place,
      Path base,
      List<String> mistakes,
      Consumer<String> unknown) {
    this.map = map;
    this.who = who;
    this.place = place;
    this.base = base;
    this.mistakes = mistakes;
    this.unknown = unknown;
  }

  /** Returns a reader of an object within this one, whose mistakes are this one's too. */
  MemberReader within(String member, Map<?, ?> object) {
    return new MemberReader(object, who, place + member + ".", base, mistakes, unknown);
  }

  /** Reads all members. */
  MemberValues read(List<Member<?>> rows) {
    MemberValues values = new MemberValues();
    rows.forEach(row -> row.read(this, map.get(row.name()), values));
    List<String> names = rows.stream().map(row -> place + row.name()).toList();
    for (Object member : map.keySet()) {
      String name = place + member;
      if (names.contains(name)) {
        continue;
      }
      if (unknown == null) {
        mistake("unknown member " + shown(name) + NearestWord.hint(name, names));
      } else {
        unknown.accept(name);
      }
    }
    return values;
  }

  boolean has(Member<?> member) {
    return map.get(member.name()) != null;
  }

  Path base() {
    return base;
  }

  /** Whether a host stored the definition: some checks came after it was stored. */
  boolean stored() {
    return unknown != null;
  }

  List<String> mistakes() {
    return mistakes;
  }

  void wrong(String member, Object value, String allowed) {
    mistake(place + member + " is " + shown(value) + "; allowed: " + allowed);
  }

  void mistake(String text) {
    mistakes.add(who + ": " + text);
  }

  /** Returns the text of a value, cut so that a mistake is one line. */
  static String shown(Object value) {
    String text = String.valueOf(value);
    return text.length() <= MOST_SHOWN
        ? text
        : text.substring(0, MOST_SHOWN) + "… (" + text.length() + " characters)";
  }
}
