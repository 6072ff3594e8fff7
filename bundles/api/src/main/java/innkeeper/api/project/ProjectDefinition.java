package innkeeper.api.project;

import innkeeper.api.schedule.RunSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A program that is supervised, with its environment, limits and restart policy, as in a program
 * section of supervisord. {@link Definitions} reads it, and it is valid by itself. {@link Members}
 * has the types, bounds and defaults of all members. Two definitions are equal if all their members
 * are. Immutable.
 */
public final class ProjectDefinition {

  /**
   * A variable in the environment of a server that has {@link #secretNames}: these names, with
   * commas between them.
   */
  public static final String SECRET_NAMES = "INNKEEPER_SECRETS";

  private final MemberValues values;

  ProjectDefinition(MemberValues values) {
    this.values = values;
  }

  /** The id; matches {@link Definitions#ID}. */
  public String channelId() {
    return values.get(Members.CHANNEL_ID);
  }

  /** The log's name; unique; matches {@link Definitions#ID}; not {@code main}. */
  public String name() {
    return values.get(Members.NAME);
  }

  /** Program and arguments; never empty, never a shell line. */
  public List<String> command() {
    return values.get(Members.COMMAND);
  }

  /** The absolute working directory. */
  public Path directory() {
    return values.get(Members.DIRECTORY).orElseThrow();
  }

  /** Variables added to those that a server inherits, in order; values may be secret. */
  public Map<String, String> env() {
    return values.get(Members.ENV);
  }

  /** The absolute path of a file with lines KEY=VALUE, read at each spawn and never stored. */
  public Optional<Path> envFile() {
    return values.get(Members.ENV_FILE);
  }

  /** The port that the server gets as the variable PORT. */
  public OptionalInt port() {
    int port = values.get(Members.PORT).intValue();
    return port == 0 ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /** Whether the server starts when the project is added, and with each new host. */
  public boolean autostart() {
    return values.get(Members.AUTOSTART);
  }

  /** The ends of the server after which the host starts it again. */
  public RestartPolicy restart() {
    return values.get(Members.RESTART);
  }

  /** The exit codes that are no failure; a signal counts as 128 and its number. */
  public List<Integer> successCodes() {
    return values.get(Members.SUCCESS_CODES);
  }

  /** The first signal of a stop, without SIG: TERM, INT, QUIT, HUP, USR1, USR2, KILL. */
  public String stopSignal() {
    return values.get(Members.STOP_SIGNAL);
  }

  /** The time from the stop signal to KILL. */
  public Duration stopSeconds() {
    return values.get(Members.STOP_SECONDS);
  }

  /** The time that a server must live to count as started. */
  public Duration startTime() {
    return values.get(Members.START_SECONDS);
  }

  /** The probe that checks the server's health; empty for none. */
  public Optional<Probe> health() {
    return values.get(Members.HEALTH);
  }

  /** The channelIds that start before this one and stop after it. */
  public List<String> after() {
    return values.get(Members.AFTER);
  }

  /** The niceness, 0–19; 0 leaves it as it is. */
  public int nice() {
    return values.get(Members.NICE).intValue();
  }

  /** The limit for the server's memory in bytes; 0 for none. */
  public long memoryMaxBytes() {
    return values.get(Members.MEMORY_MAX_BYTES);
  }

  /** The limits for the project's log. */
  public LogPolicy log() {
    return values.get(Members.LOG);
  }

  /** Variables like those of {@link #env}, in order; every value is a secret. */
  public Map<String, String> secretEnv() {
    return values.get(Members.SECRET_ENV);
  }

  /**
   * Variables whose values are the contents of files: absolute paths, read at each spawn and never
   * stored; every content is a secret.
   */
  public Map<String, Path> secretFiles() {
    return values.get(Members.SECRET_FILES);
  }

  /** The limits of the server's resources. */
  public ServerLimits limits() {
    return new ServerLimits(
        values.get(Members.MEMORY_RESTART_BYTES),
        values.get(Members.CPU_QUOTA).intValue(),
        values.get(Members.TASKS_MAX),
        values.get(Members.UMASK),
        values.get(Members.LIMIT_NOFILE));
  }

  /** The schedule by which the host starts or restarts the server; empty for none. */
  public Optional<RunSchedule> schedule() {
    return values.get(Members.SCHEDULE);
  }

  /** The instructions for a container engine; they have no effect on this host. */
  public EngineDeployment deploy() {
    return values.get(Members.DEPLOY);
  }

  /** Whether the server's standard input stays open and empty; otherwise it is /dev/null. */
  public boolean stdinOpen() {
    return values.get(Members.STDIN);
  }

  /**
   * Returns whether the project is a job: its schedule starts it, and it ends by itself.
   *
   * @return false for a project without a schedule, and for a project that its schedule restarts
   */
  public boolean job() {
    return schedule().filter(RunSchedule::job).isPresent();
  }

  /**
   * Returns the names of variables whose values are secrets although their names may not say so.
   *
   * @return the names in {@code secretEnv} and {@code secretFiles}; a new set
   */
  public Set<String> secretNames() {
    Set<String> names = new LinkedHashSet<>(secretEnv().keySet());
    names.addAll(secretFiles().keySet());
    return names;
  }

  /**
   * Returns whether a server started from another definition has to be restarted for this one to
   * apply.
   *
   * @param other the definition before
   * @return true if a member differs that only a new process takes up
   */
  public boolean needsRestartAfter(ProjectDefinition other) {
    return Members.ALL.stream()
        .anyMatch(m -> m.restarts() && !values.get(m).equals(other.values.get(m)));
  }

  Map<String, Object> toMap(boolean mask) {
    return values.toMap(Members.ALL, mask);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProjectDefinition definition && values.equals(definition.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns a text without environment values, which is safe to print. */
  @Override
  public String toString() {
    return "ProjectDefinition[" + channelId() + " " + name() + "]";
  }
}
