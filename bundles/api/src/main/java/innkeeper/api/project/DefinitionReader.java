package innkeeper.api.project;

import innkeeper.api.schedule.RunSchedule;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** Reads one definition and collects every mistake on the way. Used once, by one thread. */
final class DefinitionReader extends MemberReader {

  private static final int MOST_CPU_PERCENT = 10_000_000;
  private static final long MOST_TASKS = 1L << 22;

  /** Fewer, and a program cannot load its libraries. */
  private static final int LEAST_FILES = 16;

  private static final long MOST_FILES = 1L << 30;

  private static final Set<String> SIGNALS =
      Set.of("TERM", "INT", "QUIT", "HUP", "USR1", "USR2", "KILL");

  /** Beside the one that names its kind. */
  private static final Set<String> PROBE_MEMBERS =
      Set.of("liveness", "periodSeconds", "timeoutSeconds", "failures", "initialDelaySeconds");

  private static final Set<String> LOG_MEMBERS = Set.of("maxBytes", "maxFiles", "whenFull");

  private final Path base;
  private final boolean stored;

  /** For what somebody wrote just now: an unknown member is a mistake. */
  DefinitionReader(Map<?, ?> map, Path base) {
    this(map, base, null);
  }

  /**
   * @param unknown for what was stored before: called with each unknown member. A probe is read
   *     unchecked then: 0.1.0 accepted some that cannot be asked, and their projects stay. Null for
   *     a new definition
   */
  DefinitionReader(Map<?, ?> map, Path base, Consumer<String> unknown) {
    super(map, unknown);
    this.base = base;
    this.stored = unknown != null;
  }

  ProjectDefinition read() {
    String channelId = text("channelId", "");
    if (!Definitions.ID.matcher(channelId).matches() || reserved(channelId)) {
      wrong("channelId", channelId, Definitions.ID.pattern() + ", not main");
    }
    String name = text("name", channelId);
    if (!name.equals(channelId) && (!Definitions.ID.matcher(name).matches() || reserved(name))) {
      wrong("name", name, Definitions.ID.pattern() + ", not main");
    }
    int before = mistakes.size();
    List<String> command = texts("command");
    if (mistakes.size() == before && (command.isEmpty() || command.get(0).isEmpty())) {
      wrong("command", map.get("command"), "a program and its arguments");
    }
    int bytes = 0;
    for (String word : command) {
      if (word.indexOf(0) >= 0) {
        wrong("command", "a word with a NUL byte", "words without NUL");
      }
      bytes += bounded("command", "a word", word);
    }
    Path directory = path("directory").orElse(base);
    Map<String, String> env = variables("env");
    Map<String, String> secretEnv = variables("secretEnv");
    Map<String, Path> secretFiles = files("secretFiles");
    namedTwice(env, secretEnv, secretFiles);
    for (Map<String, String> variables : List.of(env, secretEnv)) {
      for (Map.Entry<String, String> one : variables.entrySet()) {
        bytes += bounded("env", one.getKey(), one.getKey() + "=" + one.getValue());
      }
    }
    if (bytes > Definitions.MOST_BYTES && !stored) {
      wrong("command and env", bytes + " bytes", "at most " + Definitions.MOST_BYTES + " together");
    }
    Optional<Path> envFile = path("envFile");
    OptionalInt port = port();
    Optional<RunSchedule> schedule = new ScheduleReader(this).read();
    boolean job = schedule.filter(s -> s.action() == RunSchedule.Action.START).isPresent();
    // A job begins when it is due.
    boolean autostart = flag(map, "autostart", !job);
    RestartPolicy restart = restart(job);
    if (job && restart == RestartPolicy.ALWAYS) {
      wrong("schedule.action", "start", "restart, where restart is always");
    }
    String stopSignal = text("stopSignal", "TERM").toUpperCase(java.util.Locale.ROOT);
    stopSignal = stopSignal.startsWith("SIG") ? stopSignal.substring(3) : stopSignal;
    if (!SIGNALS.contains(stopSignal)) {
      wrong("stopSignal", stopSignal, "TERM, INT, QUIT, HUP, USR1, USR2, KILL");
    }
    Duration stop = seconds(map, "stopSeconds", 10, 0, 3600);
    Duration start = seconds(map, "startSeconds", 1, 0, 3600);
    Optional<Probe> health = health();
    List<String> after = texts("after");
    int nice = (int) whole(map, "nice", 0, 0, 19);
    long memory = whole(map, "memoryMaxBytes", 0, 1 << 20, Long.MAX_VALUE);
    ServerLimits limits = limits(memory, restart);
    LogPolicy log = log();
    String stdin = text("stdin", "null");
    if (!stdin.equals("null") && !stdin.equals("open")) {
      wrong("stdin", stdin, "null, open");
    }
    EngineDeployment deploy = new DeployReader(this).read();
    for (Object member : map.keySet()) {
      if (!known.contains(member)) {
        unknown("", member, known);
      }
    }
    if (!mistakes.isEmpty()) {
      throw new DefinitionException(mistakes);
    }
    return new ProjectDefinition(
        channelId,
        name,
        command,
        directory,
        env,
        envFile,
        port,
        autostart,
        restart,
        stopSignal,
        stop,
        start,
        health,
        after,
        nice,
        memory,
        log,
        secretEnv,
        secretFiles,
        limits,
        schedule,
        deploy,
        stdin.equals("open"));
  }

  /**
   * Linux starts no program with a longer word (MAX_ARG_STRLEN of execve(2)).
   *
   * @return how many bytes it takes, with its end and its pointer
   */
  private int bounded(String member, String what, String word) {
    int bytes = word.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Definitions.MOST_WORD_BYTES && !stored) {
      mistakes.add(
          who
              + ": "
              + member
              + ": "
              + what
              + " has "
              + bytes
              + " bytes; allowed: "
              + Definitions.MOST_WORD_BYTES);
    }
    return bytes + Definitions.WORD_END_BYTES;
  }

  /** {@code main} is the host's own log; dots alone are no file's name. */
  private static boolean reserved(String id) {
    return id.equals("main");
  }

  private Optional<Path> path(String member) {
    String value = text(member, "");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(base.resolve(value).normalize());
    } catch (InvalidPathException e) {
      wrong(member, value, "a path");
      return Optional.empty();
    }
  }

  /** A value may be a secret: no mistake names it. */
  private Map<String, String> variables(String member) {
    Object value = member(member);
    Map<String, String> out = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> pairs) {
      pairs.forEach(
          (key, v) -> {
            String k = String.valueOf(key);
            if (!k.matches("[A-Za-z_][A-Za-z0-9_]*")) {
              wrong(member, k, "names of letters, digits and _, not starting with a digit");
            } else if (!(v instanceof String s) || s.indexOf(0) >= 0) {
              mistakes.add(
                  String.format(
                      "%s: %s %s has a value that is no text; allowed: a text",
                      who, member, shown(k)));
            } else {
              out.put(k, s);
            }
          });
    } else if (value != null) {
      mistakes.add(who + ": " + member + " is no object; allowed: an object of texts");
    }
    return out;
  }

  private Map<String, Path> files(String member) {
    Map<String, Path> out = new LinkedHashMap<>();
    variables(member)
        .forEach(
            (key, file) -> {
              try {
                if (file.isEmpty()) {
                  wrong(member + " " + key, "empty", "the path of a file");
                } else {
                  out.put(key, base.resolve(file).normalize());
                }
              } catch (InvalidPathException e) {
                wrong(member + " " + key, file, "the path of a file");
              }
            });
    return out;
  }

  /** Which value such a variable has could not be told. */
  private void namedTwice(
      Map<String, String> env, Map<String, String> secretEnv, Map<String, Path> secretFiles) {
    Set<String> names = new HashSet<>(env.keySet());
    names.addAll(secretFiles.keySet());
    for (String name : secretEnv.keySet()) {
      if (names.contains(name)) {
        wrong("secretEnv " + name, "named twice", "one of env, secretEnv, secretFiles");
      }
    }
    for (String name : secretFiles.keySet()) {
      if (env.containsKey(name)) {
        wrong("secretFiles " + name, "named twice", "one of env, secretEnv, secretFiles");
      }
    }
  }

  private ServerLimits limits(long memoryMax, RestartPolicy restart) {
    long memoryRestart = whole(map, "memoryRestartBytes", 0, 1 << 20, Long.MAX_VALUE);
    if (memoryRestart > 0 && memoryMax > 0 && memoryRestart >= memoryMax) {
      wrong("memoryRestartBytes", memoryRestart, "less than memoryMaxBytes, " + memoryMax);
    }
    if (memoryRestart > 0 && restart == RestartPolicy.NEVER) {
      wrong(
          "memoryRestartBytes",
          memoryRestart,
          "none, where restart is never, which is the default of a job");
    }
    String umask = text("umask", "");
    if (map.get("umask") != null && !umask.matches("0?[0-7]{3}")) {
      wrong("umask", map.get("umask"), "three octal digits as a text, such as \"027\"");
    }
    return new ServerLimits(
        memoryRestart,
        (int) whole(map, "cpuQuota", 0, 1, MOST_CPU_PERCENT),
        whole(map, "tasksMax", 0, 1, MOST_TASKS),
        umask,
        whole(map, "limitNofile", 0, LEAST_FILES, MOST_FILES));
  }

  private OptionalInt port() {
    long port = whole(map, "port", 0, 1, 65535);
    return port == 0 ? OptionalInt.empty() : OptionalInt.of((int) port);
  }

  /** What was stored before always says it. */
  private RestartPolicy restart(boolean job) {
    String word = text("restart", job && !stored ? "never" : "on-failure");
    Optional<RestartPolicy> policy = RestartPolicy.of(word);
    if (policy.isEmpty()) {
      wrong("restart", word, "always, on-failure, never");
    }
    return policy.orElse(RestartPolicy.ON_FAILURE);
  }

  private Optional<Probe> health() {
    Object value = member("health");
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Map<?, ?> probe)) {
      wrong("health", value, "an object with one of http, tcp, exec, logLine");
      return Optional.empty();
    }
    Set<Object> others = new HashSet<>(probe.keySet());
    others.removeAll(PROBE_MEMBERS);
    Probe.Kind kind = null;
    for (Probe.Kind candidate : Probe.Kind.values()) {
      if (others.remove(candidate.word())) {
        if (kind != null) {
          wrong("health", probe.keySet(), "exactly one of http, tcp, exec, logLine");
        }
        kind = candidate;
      }
    }
    List<String> names = new ArrayList<>(PROBE_MEMBERS);
    Arrays.stream(Probe.Kind.values()).map(Probe.Kind::word).forEach(names::add);
    others.forEach(m -> unknown("health.", m, names));
    if (kind == null) {
      wrong("health", probe.keySet(), "exactly one of http, tcp, exec, logLine");
      return Optional.empty();
    }
    Object target = probe.get(kind.word());
    boolean text =
        target instanceof String || (kind == Probe.Kind.TCP && target instanceof Integer);
    Probe read =
        new Probe(
            kind,
            text || stored ? String.valueOf(target) : "",
            flag(probe, "liveness", true),
            seconds(probe, "periodSeconds", 10, 0.1, 86400),
            seconds(probe, "timeoutSeconds", 3, 0.05, 3600),
            (int) whole(probe, "failures", 3, 1, 1000),
            seconds(probe, "initialDelaySeconds", 0, 0, 86400));
    if (!stored) {
      read.wantsOther()
          .ifPresent(allowed -> wrong("health." + read.kind().word(), target, allowed));
    }
    return Optional.of(read);
  }

  private LogPolicy log() {
    Object value = member("log");
    if (value == null) {
      return LogPolicy.DEFAULT;
    }
    if (!(value instanceof Map<?, ?> log)) {
      wrong("log", value, "an object of maxBytes, maxFiles, whenFull");
      return LogPolicy.DEFAULT;
    }
    for (Object member : log.keySet()) {
      if (!LOG_MEMBERS.contains(member)) {
        unknown("log.", member, LOG_MEMBERS);
      }
    }
    Object word = log.get("whenFull");
    if (word != null && !"wait".equals(word) && !"drop".equals(word)) {
      wrong("log.whenFull", word, "wait, drop");
    }
    return new LogPolicy(
        whole(log, "maxBytes", 0, 4096, Long.MAX_VALUE),
        (int) whole(log, "maxFiles", 0, 1, Integer.MAX_VALUE),
        "drop".equals(word) ? LogPolicy.WhenFull.DROP : LogPolicy.WhenFull.WAIT);
  }
}
