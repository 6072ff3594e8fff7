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
    return new DefinitionReader(map, directory).read();
  }

  /**
   * Reads a definition that a host has stored, whose paths are absolute. A newer release may have
   * stored it: members that this one does not know have no effect. A probe is taken as it is;
   * {@link Probe#wantsOther} says whether it can be used.
   *
   * @param map as a JSON library reads an object
   * @param unknown called with the name of each unknown member
   * @return the definition
   * @throws DefinitionException with all mistakes at once
   */
  public static ProjectDefinition fromStored(Map<?, ?> map, Consumer<String> unknown) {
    return new DefinitionReader(map, java.nio.file.Path.of("/"), unknown).read();
  }

  /**
   * Writes one definition: every member of release 0.1.0, defaults too. A member that came later is
   * written only when it differs from its default, so that a release before it reads all others
   * without a warning.
   *
   * @param d the definition
   * @param mask whether values of env and secretEnv are replaced by {@link #MASK}
   * @return a new map that {@link #fromMap} reads
   */
  public static Map<String, Object> toMap(ProjectDefinition d, boolean mask) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("channelId", d.channelId());
    map.put("name", d.name());
    map.put("command", d.command());
    map.put("directory", d.directory().toString());
    map.put("env", values(d.env(), mask));
    map.put("envFile", d.envFile().map(Object::toString).orElse(null));
    map.put("port", d.port().isPresent() ? d.port().getAsInt() : null);
    map.put("autostart", d.autostart());
    map.put("restart", d.restart().word());
    map.put("stopSignal", d.stopSignal());
    map.put("stopSeconds", seconds(d.stopTimeout()));
    map.put("startSeconds", seconds(d.startTime()));
    map.put("health", d.health().map(Definitions::probe).orElse(null));
    map.put("after", d.after());
    map.put("nice", d.nice());
    map.put("memoryMaxBytes", d.memoryMaxBytes() == 0 ? null : d.memoryMaxBytes());
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("maxBytes", d.log().maxBytes() == 0 ? null : d.log().maxBytes());
    log.put("maxFiles", d.log().maxFiles() == 0 ? null : d.log().maxFiles());
    log.put("whenFull", d.log().whenFull().word());
    map.put("log", log);
    if (!d.secretEnv().isEmpty()) {
      map.put("secretEnv", values(d.secretEnv(), mask));
    }
    if (!d.secretFiles().isEmpty()) {
      Map<String, Object> files = new LinkedHashMap<>();
      d.secretFiles().forEach((key, file) -> files.put(key, file.toString()));
      map.put("secretFiles", files);
    }
    putLimits(d.limits(), map);
    d.schedule().ifPresent(schedule -> map.put("schedule", ScheduleReader.toMap(schedule)));
    if (d.stdinOpen()) {
      map.put("stdin", "open");
    }
    if (!d.deploy().equals(EngineDeployment.DEFAULT)) {
      map.put("deploy", DeployReader.toMap(d.deploy()));
    }
    return map;
  }

  private static void putLimits(ServerLimits limits, Map<String, Object> map) {
    if (limits.memoryRestartBytes() > 0) {
      map.put("memoryRestartBytes", limits.memoryRestartBytes());
    }
    if (limits.cpuQuota() > 0) {
      map.put("cpuQuota", limits.cpuQuota());
    }
    if (limits.tasksMax() > 0) {
      map.put("tasksMax", limits.tasksMax());
    }
    if (!limits.umask().isEmpty()) {
      map.put("umask", limits.umask());
    }
    if (limits.limitNofile() > 0) {
      map.put("limitNofile", limits.limitNofile());
    }
  }

  private static Map<String, Object> values(Map<String, String> variables, boolean mask) {
    Map<String, Object> values = new LinkedHashMap<>();
    variables.forEach((key, value) -> values.put(key, mask ? MASK : value));
    return values;
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
                  + DefinitionReader.shown(before)
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
   * @param all some definitions
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

  private static Map<String, Object> probe(Probe probe) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(probe.kind().word(), probe.target());
    map.put("liveness", probe.liveness());
    map.put("periodSeconds", seconds(probe.period()));
    map.put("timeoutSeconds", seconds(probe.timeout()));
    map.put("failures", probe.failures());
    map.put("initialDelaySeconds", seconds(probe.initialDelay()));
    return map;
  }

  private static Number seconds(java.time.Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? (Number) (millis / 1000) : (Number) (millis / 1000.0);
  }
}
