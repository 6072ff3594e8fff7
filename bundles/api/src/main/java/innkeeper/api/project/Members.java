package innkeeper.api.project;

import innkeeper.api.schedule.RunSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The members of a definition, one row each. Reader, writer, JSON Schema, {@code innkeeper set},
 * {@code unset}, the page's command line and the documents are made from these rows; {@code
 * innkeeper add} has options of its own. A new member is a row here, an accessor in {@link
 * ProjectDefinition}, and the code that uses it.
 */
public final class Members {

  /** {@code main} is the host's own log. */
  private static final Pattern ID = Pattern.compile("^(?!main$)" + Definitions.ID.pattern() + "$");

  static final Member<String> CHANNEL_ID =
      id("channelId").without("–").means("The id. It never changes.", "\"web\"").writtenIfDefault();
  static final Member<String> NAME =
      id("name")
          .without("the channelId")
          .means("A unique name. It names the log file `logs/NAME.log`.", "\"shop\"")
          .option("--name")
          .needsRestart()
          .writtenIfDefault();
  static final Member<List<String>> COMMAND =
      new Member<>("command", new ListForms.Command(), List.<String>of())
          .without("–")
          .means(
              "The program and its arguments. No shell reads them.",
              "[\"python3\", \"-u\", \"app.py\"]")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Optional<Path>> DIRECTORY =
      path("directory")
          .without("the directory `apply` runs in")
          .means("The working directory.", "\"/srv/web\"")
          .option("--dir")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Map<String, String>> ENV =
      new Member<>("env", new VariableForms.Variables(), Map.<String, String>of())
          .means(
              "Variables that are added to the environment. bot.db stores them.",
              "{\"MODE\": \"live\"}")
          .option("--env")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Optional<Path>> ENV_FILE =
      path("envFile")
          .means(
              "A file of `KEY=VALUE` lines. It is read at each start and never stored.",
              "\"/srv/web/.env\"")
          .option("--env-file")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Long> PORT =
      new Member<>("port", new Forms.Whole(1, 65_535, true), 0L)
          .means("The server gets it as `PORT`. The page shows it.", "8080")
          .option("--port")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Boolean> AUTOSTART =
      new Member<>("autostart", new Forms.Flag(), true)
          .means(
              "The project is started when it is added, and when the host begins again after a"
                  + " stop or a boot.",
              "false")
          .option("--no-autostart")
          .writtenIfDefault();
  static final Member<RestartPolicy> RESTART =
      new Member<>(
              "restart",
              Forms.Word.of(List.of(RestartPolicy.values()), RestartPolicy::word),
              RestartPolicy.ON_FAILURE)
          .means(
              "The ends by itself after which a server is started again. A job has `never`.",
              "\"always\"")
          .option("--restart")
          .writtenIfDefault();
  static final Member<String> STOP_SIGNAL =
      new Member<>(
              "stopSignal",
              new Forms.Word<String>(
                  List.of("TERM", "INT", "QUIT", "HUP", "USR1", "USR2", "KILL"),
                  signal -> signal,
                  Members::signal),
              "TERM")
          .means("The first signal of the stop sequence.", "\"INT\"")
          .option("--stop-signal")
          .writtenIfDefault();
  static final Member<Duration> STOP_SECONDS =
      seconds("stopSeconds", 10)
          .means("The time from the stop signal to KILL.", "30")
          .option("--stop-seconds");
  static final Member<Duration> START_SECONDS =
      seconds("startSeconds", 1).means("A server that lives this long is RUNNING.", "5");
  static final Member<Optional<Probe>> HEALTH =
      new Member<>("health", HealthMembers.FORM, Optional.<Probe>empty())
          .means("A probe that asks the server whether it is well: see below.", "{\"tcp\": 8080}")
          .option("--health")
          .writtenIfDefault();
  static final Member<List<String>> AFTER =
      new Member<>(
              "after",
              new ListForms.Texts("array of channelIds", Optional.empty(), "texts only"),
              List.<String>of())
          .means(
              "The channelIds of projects that start before this one and stop after it.",
              "[\"database\"]")
          .writtenIfDefault();
  static final Member<Long> NICE =
      new Member<>("nice", new Forms.Whole(0, 19, false), 0L)
          .means("A lower priority, as nice(1) sets it. 0 changes nothing.", "10")
          .needsRestart()
          .writtenIfDefault();
  static final Member<Long> MEMORY_MAX_BYTES =
      whole("memoryMaxBytes", 1 << 20, Long.MAX_VALUE)
          .means(
              "The kernel kills the server above this. It needs a delegated cgroup.", "536870912")
          .needsRestart()
          .writtenIfDefault();
  static final Member<LogPolicy> LOG =
      new Member<>("log", LogMembers.FORM, LogPolicy.DEFAULT)
          .without("`{}`")
          .means("What differs for this project's log: see below.", "{\"maxFiles\": 3}")
          .writtenIfDefault();
  static final Member<Map<String, String>> SECRET_ENV =
      new Member<>("secretEnv", new VariableForms.Variables(), Map.<String, String>of())
          .means(
              "Variables like those of `env`. Each value is a secret, whatever its name is. bot.db"
                  + " stores them.",
              "{\"GREETING\": \"sesame-1234-open\"}")
          .option("--secret-env")
          .needsRestart();
  static final Member<Map<String, Path>> SECRET_FILES =
      new Member<>("secretFiles", new VariableForms.Files(), Map.<String, Path>of())
          .means(
              "Variables whose values are the contents of files. Each is a secret, read at each start"
                  + " and never stored.",
              "{\"LICENCE\": \"/srv/web/licence\"}")
          .option("--secret-file")
          .needsRestart();
  static final Member<Long> MEMORY_RESTART_BYTES =
      whole("memoryRestartBytes", 1 << 20, Long.MAX_VALUE)
          .means(
              "The server is restarted when its processes together have more memory: see below.",
              "314572800");
  static final Member<Long> CPU_QUOTA =
      whole("cpuQuota", 1, 10_000_000)
          .means(
              "Percent of one core for all its processes together; 200 is two cores. It needs a"
                  + " delegated cgroup.",
              "50")
          .needsRestart();
  static final Member<Long> TASKS_MAX =
      whole("tasksMax", 1, 1L << 22)
          .means(
              "The processes and threads that it may have together. It needs a delegated cgroup.",
              "64")
          .needsRestart();
  static final Member<String> UMASK =
      new Member<>(
              "umask",
              new Forms.Text(
                  "text of three octal digits",
                  Pattern.compile("^0?[0-7]{3}$"),
                  "three octal digits as a text, such as \"027\""),
              "")
          .without("the host's")
          .means("The mode bits that its new files do not get.", "\"027\"")
          .needsRestart();
  static final Member<Long> LIMIT_NOFILE =
      // A program with fewer descriptors cannot load its libraries.
      whole("limitNofile", 16, 1L << 30)
          .without("the host's")
          .means("The files that each of its processes may have open.", "65536")
          .needsRestart();
  static final Member<Optional<RunSchedule>> SCHEDULE =
      new Member<>("schedule", ScheduleMembers.FORM, Optional.<RunSchedule>empty())
          .means(
              "The times at which it is started or restarted by itself: see below.",
              "{\"calendar\": \"Mon..Fri *-*-* 03:00\"}");
  static final Member<Boolean> STDIN =
      new Member<>(
              "stdin", Forms.Word.of(List.of(false, true), open -> open ? "open" : "null"), false)
          .means("Standard input: /dev/null, or open without ever giving anything.", "\"open\"")
          .needsRestart();
  static final Member<List<Integer>> SUCCESS_CODES =
      new Member<>("successCodes", new ListForms.Numbers(0, 255), List.of(0))
          .means(
              "The exit codes that are no failure. After one of them a server with restart"
                  + " `on-failure` is not started again.",
              "[0, 143]");
  static final Member<EngineDeployment> DEPLOY =
      new Member<>("deploy", DeployMembers.FORM, EngineDeployment.DEFAULT)
          .without("none")
          .means(
              "What `export` writes for a container engine: see below. It has no effect on a host.",
              "{\"replicas\": 2}");

  /** All rows, in the order in which they are written. */
  public static final List<Member<?>> ALL =
      List.of(
          CHANNEL_ID,
          NAME,
          COMMAND,
          DIRECTORY,
          ENV,
          ENV_FILE,
          PORT,
          AUTOSTART,
          RESTART,
          STOP_SIGNAL,
          STOP_SECONDS,
          START_SECONDS,
          HEALTH,
          AFTER,
          NICE,
          MEMORY_MAX_BYTES,
          LOG,
          SECRET_ENV,
          SECRET_FILES,
          MEMORY_RESTART_BYTES,
          CPU_QUOTA,
          TASKS_MAX,
          UMASK,
          LIMIT_NOFILE,
          SCHEDULE,
          STDIN,
          SUCCESS_CODES,
          DEPLOY);

  private Members() {}

  /**
   * The members of a member that is an object.
   *
   * @param member one of {@link #ALL}
   * @return its rows; empty for a member that is no such object
   */
  public static List<Member<?>> within(Member<?> member) {
    return member.form() instanceof ObjectForm<?> object ? object.rows() : List.of();
  }

  private static Member<String> id(String name) {
    return new Member<>(
        name, new Forms.Text("text", ID, Definitions.ID.pattern() + ", not main"), "");
  }

  private static String signal(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    return upper.startsWith("SIG") ? upper.substring(3) : upper;
  }

  private static Member<Optional<Path>> path(String name) {
    return new Member<>(name, new Forms.PathForm(), Optional.<Path>empty());
  }

  private static Member<Duration> seconds(String name, int fallback) {
    return new Member<>(name, new Forms.Seconds(0, 3600), Duration.ofSeconds(fallback))
        .writtenIfDefault();
  }

  private static Member<Long> whole(String name, long least, long most) {
    return new Member<>(name, new Forms.Whole(least, most, true), 0L);
  }
}
