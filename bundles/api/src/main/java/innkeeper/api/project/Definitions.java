package innkeeper.api.project;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads and writes definitions in their JSON form (maps, lists, strings, numbers, booleans),
 * without a JSON library. The store, the shell and the API use it. Safe for many threads.
 */
public final class Definitions {

  /**
   * The maximum length of an argument or variable in bytes: Linux starts no program with a longer
   * one (MAX_ARG_STRLEN of execve(2)).
   */
  public static final int MOST_WORD_BYTES = (128 << 10) - 1;

  /**
   * The maximum size of arguments and variables together, in bytes. It is a quarter of the usual
   * stack of 8 MiB (execve(2)), less the size of the wrapper's own words.
   */
  public static final int MOST_BYTES = (2 << 20) - (64 << 10);

  /** The bytes for the end of an argument or variable, and for the pointer to it. */
  public static final int WORD_END_BYTES = 9;

  /** The form of channelId and name. {@code .} and {@code ..} do not match. */
  public static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

  /** The mark in place of a hidden value. */
  public static final String MASK = "[REDACTED]";

  private Definitions() {}

  /**
   * Reads one definition; missing members get their defaults.
   *
   * @param map a JSON object as a JSON library reads it
   * @param directory the default working directory, and the base of relative paths; absolute
   * @return the definition, valid by itself
   * @throws DefinitionException with all mistakes; an unknown member is a mistake
   */
  public static ProjectDefinition fromMap(Map<?, ?> map, java.nio.file.Path directory) {
    return DefinitionRules.read(map, directory, null);
  }

  /**
   * Reads a definition that a host has stored, with absolute paths. A newer release may have stored
   * it, so unknown members are ignored. A probe is not checked; {@link Probe#wantsOther} returns
   * whether its target is valid.
   *
   * @param map a JSON object as a JSON library reads it
   * @param unknown called with the name of each unknown member
   * @throws DefinitionException with all mistakes
   */
  public static ProjectDefinition fromStored(Map<?, ?> map, Consumer<String> unknown) {
    return DefinitionRules.read(map, java.nio.file.Path.of("/"), unknown);
  }

  /**
   * Writes one definition. It writes every member of release 0.1.0, also with its default. It
   * writes a later member only if the value differs from the default. So an earlier release reads
   * all other definitions without a warning.
   *
   * @param mask whether {@link #MASK} replaces the values of env and secretEnv
   * @return a new map that {@link #fromMap} reads
   */
  public static Map<String, Object> toMap(ProjectDefinition d, boolean mask) {
    return d.toMap(mask);
  }

  /**
   * Checks the definitions against each other: duplicate names and ids, an {@code after} that names
   * an unknown project or forms a cycle.
   *
   * @param all all definitions
   * @return one line per mistake; empty for valid definitions
   */
  public static List<String> mistakesAmong(Collection<ProjectDefinition> all) {
    Map<String, ProjectDefinition> byId = new LinkedHashMap<>();
    all.forEach(d -> byId.putIfAbsent(d.channelId(), d));
    List<String> mistakes = new ArrayList<>(clashesAmong(all));
    for (ProjectDefinition d : byId.values()) {
      for (String before : d.after()) {
        if (!byId.containsKey(before)) {
          mistakes.add(
              d.channelId()
                  + ": after names "
                  + MemberReader.shown(before)
                  + ", which is not defined");
        }
      }
    }
    return mistakes;
  }

  /**
   * Checks the definitions for mistakes that do not depend on other projects: duplicate names and
   * ids, an {@code after} that forms a cycle.
   *
   * @return one line per mistake; empty for valid definitions
   */
  public static List<String> clashesAmong(Collection<ProjectDefinition> all) {
    List<String> mistakes = new ArrayList<>();
    Map<String, ProjectDefinition> byId = new LinkedHashMap<>();
    Map<String, String> idByName = new HashMap<>();
    for (ProjectDefinition d : all) {
      if (byId.putIfAbsent(d.channelId(), d) != null) {
        mistakes.add(d.channelId() + ": channelId is defined twice");
        continue;
      }
      String other = idByName.putIfAbsent(d.name(), d.channelId());
      if (other != null) {
        mistakes.add(d.channelId() + ": name " + d.name() + " is already that of " + other);
      }
    }
    Set<String> done = new HashSet<>();
    for (String id : byId.keySet()) {
      List<String> circle = circleFrom(id, byId, done, new ArrayList<>());
      if (!circle.isEmpty()) {
        mistakes.add(id + ": after runs in a circle: " + String.join(" -> ", circle));
      }
    }
    return mistakes;
  }

  private static List<String> circleFrom(
      String id, Map<String, ProjectDefinition> byId, Set<String> done, List<String> path) {
    if (done.contains(id) || !byId.containsKey(id)) {
      return List.of();
    }
    int seen = path.indexOf(id);
    path.add(id);
    if (seen >= 0) {
      done.add(id);
      return List.copyOf(path.subList(seen, path.size()));
    }
    for (String before : byId.get(id).after()) {
      List<String> circle = circleFrom(before, byId, done, path);
      if (!circle.isEmpty()) {
        return circle;
      }
    }
    path.remove(path.size() - 1);
    done.add(id);
    return List.of();
  }
}
