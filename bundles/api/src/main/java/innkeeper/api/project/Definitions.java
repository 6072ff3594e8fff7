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
 * without a JSON library. The store, the shell and the API all use it. Safe for many threads.
 */
public final class Definitions {

  /** Linux starts no program with a longer argument or variable (MAX_ARG_STRLEN of execve(2)). */
  public static final int MOST_WORD_BYTES = (128 << 10) - 1;

  /**
   * So many bytes may arguments and variables have together: a quarter of the usual stack of 8 MiB
   * (execve(2)), less what the wrapper's own words take.
   */
  public static final int MOST_BYTES = (2 << 20) - (64 << 10);

  /** What the end of an argument or variable and the pointer to it take. */
  public static final int WORD_END_BYTES = 9;

  /** What channelId and name must match. {@code .} and {@code ..} do not. */
  public static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

  /** Stands for a value that is not shown. */
  public static final String MASK = "[REDACTED]";

  private Definitions() {}

  /**
   * Reads one definition; members that are left out get their defaults.
   *
   * @param map as a JSON library reads an object
   * @param directory the working directory for a definition that names none, and what relative
   *     paths are relative to; absolute
   * @return the definition, valid by itself
   * @throws DefinitionException with all mistakes at once; an unknown member is one
   */
  public static ProjectDefinition fromMap(Map<?, ?> map, java.nio.file.Path directory) {
    return DefinitionRules.read(map, directory, null);
  }

  /**
   * Reads a definition that a host has stored, whose paths are absolute. A newer release may have
   * stored it: members that this one does not know have no effect. A probe is taken as it is;
   * {@link Probe#wantsOther} says whether it can be used.
   *
   * @param map as a JSON library reads an object
   * @param unknown called with the name of each unknown member
   * @throws DefinitionException with all mistakes at once
   */
  public static ProjectDefinition fromStored(Map<?, ?> map, Consumer<String> unknown) {
    return DefinitionRules.read(map, java.nio.file.Path.of("/"), unknown);
  }

  /**
   * Writes one definition: every member of release 0.1.0, defaults too. A member that came later is
   * written only when it differs from its default, so that a release before it reads all others
   * without a warning.
   *
   * @param mask whether values of env and secretEnv are replaced by {@link #MASK}
   * @return a new map that {@link #fromMap} reads
   */
  public static Map<String, Object> toMap(ProjectDefinition d, boolean mask) {
    return d.toMap(mask);
  }

  /**
   * Checks what only shows among all definitions together: names and ids used twice, {@code after}
   * that names no project or runs in a circle.
   *
   * @param all every definition there is to be
   * @return one line per mistake; empty if there is none
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
   * Checks what is a mistake whatever else is defined: names and ids used twice, {@code after} that
   * runs in a circle.
   *
   * @return one line per mistake; empty if there is none
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
