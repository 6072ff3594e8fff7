package innkeeper.api.project;

import innkeeper.api.schedule.RunSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is supervised: a program with its environment, limits and restart policy, as in a program
 * section of supervisord. One that {@link Definitions} read is valid by itself. Immutable.
 *
 * @param channelId the id; matches {@link Definitions#ID}
 * @param name the log's name; unique; matches {@link Definitions#ID}; not {@code main}
 * @param command program and arguments; never empty, never a shell line
 * @param directory absolute working directory
 * @param env variables added to those that a server inherits; values may be secret
 * @param envFile absolute path of a file with lines KEY=VALUE, read at each spawn and never stored
 * @param port given to the server as the variable PORT
 * @param autostart whether it is started when it is added, and when the host begins anew
 * @param restart when it is started again after ending by itself
 * @param stopSignal without SIG: TERM, INT, QUIT, HUP, USR1, USR2, KILL
 * @param stopTimeout from the stop signal to KILL
 * @param startTime how long a server must live to count as started
 * @param health how its health is checked; empty for no probe
 * @param after channelIds that start before this one and stop after it
 * @param nice niceness, 0–19; 0 leaves it as it is
 * @param memoryMaxBytes limit for the server's memory; 0 for none
 * @param log limits for its log
 * @param secretEnv variables added as those of {@code env} are; every value is a secret, whatever
 *     its name is
 * @param secretFiles variables whose values are the contents of files: absolute paths, read at each
 *     spawn and never stored; every content is a secret
 * @param limits what its server may use
 * @param schedule when it is started or restarted by itself; empty for never
 * @param deploy what a container engine shall do with it
 * @param stdinOpen whether its standard input stays open and gives nothing; otherwise it is
 *     /dev/null
 */
public record ProjectDefinition(
    String channelId,
    String name,
    List<String> command,
    Path directory,
    Map<String, String> env,
    Optional<Path> envFile,
    OptionalInt port,
    boolean autostart,
    RestartPolicy restart,
    String stopSignal,
    Duration stopTimeout,
    Duration startTime,
    Optional<Probe> health,
    List<String> after,
    int nice,
    long memoryMaxBytes,
    LogPolicy log,
    Map<String, String> secretEnv,
    Map<String, Path> secretFiles,
    ServerLimits limits,
    Optional<RunSchedule> schedule,
    EngineDeployment deploy,
    boolean stdinOpen) {

  /**
   * A variable in the environment of a server that has {@link #secretNames}: these names, with
   * commas between them.
   */
  public static final String SECRET_NAMES = "INNKEEPER_SECRETS";

  /**
   * Copies the collections and checks that nothing is null. {@link Definitions} checks the values.
   *
   * @param channelId not null
   * @param name not null
   * @param command copied
   * @param directory not null
   * @param env copied, order kept
   * @param envFile not null
   * @param port not null
   * @param autostart either
   * @param restart not null
   * @param stopSignal not null
   * @param stopTimeout not null
   * @param startTime not null
   * @param health not null
   * @param after copied
   * @param nice any number
   * @param memoryMaxBytes any number
   * @param log not null
   * @param secretEnv copied, order kept
   * @param secretFiles copied, order kept
   * @param limits not null
   * @param schedule not null
   * @param deploy not null
   * @param stdinOpen either
   * @throws NullPointerException if a component or an element is null
   */
  public ProjectDefinition {
    Objects.requireNonNull(channelId);
    Objects.requireNonNull(name);
    command = List.copyOf(command);
    Objects.requireNonNull(directory);
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    Objects.requireNonNull(envFile);
    Objects.requireNonNull(port);
    Objects.requireNonNull(restart);
    Objects.requireNonNull(stopSignal);
    Objects.requireNonNull(stopTimeout);
    Objects.requireNonNull(startTime);
    Objects.requireNonNull(health);
    after = List.copyOf(after);
    Objects.requireNonNull(log);
    secretEnv = Collections.unmodifiableMap(new LinkedHashMap<>(secretEnv));
    secretFiles = Collections.unmodifiableMap(new LinkedHashMap<>(secretFiles));
    Objects.requireNonNull(limits);
    Objects.requireNonNull(schedule);
    Objects.requireNonNull(deploy);
  }

  /**
   * A definition whose server reads /dev/null.
   *
   * @param channelId not null
   * @param name not null
   * @param command copied
   * @param directory not null
   * @param env copied, order kept
   * @param envFile not null
   * @param port not null
   * @param autostart whether it starts with the host
   * @param restart not null
   * @param stopSignal not null
   * @param stopTimeout not null
   * @param startTime not null
   * @param health not null
   * @param after copied
   * @param nice any number
   * @param memoryMaxBytes any number
   * @param log not null
   * @param secretEnv copied, order kept
   * @param secretFiles copied, order kept
   * @param limits not null
   * @param schedule not null
   * @param deploy not null
   * @throws NullPointerException if a parameter or an element is null
   */
  public ProjectDefinition(
      String channelId,
      String name,
      List<String> command,
      Path directory,
      Map<String, String> env,
      Optional<Path> envFile,
      OptionalInt port,
      boolean autostart,
      RestartPolicy restart,
      String stopSignal,
      Duration stopTimeout,
      Duration startTime,
      Optional<Probe> health,
      List<String> after,
      int nice,
      long memoryMaxBytes,
      LogPolicy log,
      Map<String, String> secretEnv,
      Map<String, Path> secretFiles,
      ServerLimits limits,
      Optional<RunSchedule> schedule,
      EngineDeployment deploy) {
    this(
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
        stopTimeout,
        startTime,
        health,
        after,
        nice,
        memoryMaxBytes,
        log,
        secretEnv,
        secretFiles,
        limits,
        schedule,
        deploy,
        false);
  }

  /**
   * A definition that says nothing to container engines.
   *
   * @param channelId not null
   * @param name not null
   * @param command copied
   * @param directory not null
   * @param env copied, order kept
   * @param envFile not null
   * @param port not null
   * @param autostart whether it starts with the host
   * @param restart not null
   * @param stopSignal not null
   * @param stopTimeout not null
   * @param startTime not null
   * @param health not null
   * @param after copied
   * @param nice any number
   * @param memoryMaxBytes any number
   * @param log not null
   * @param secretEnv copied, order kept
   * @param secretFiles copied, order kept
   * @param limits not null
   * @param schedule not null
   * @throws NullPointerException if a parameter or an element is null
   */
  public ProjectDefinition(
      String channelId,
      String name,
      List<String> command,
      Path directory,
      Map<String, String> env,
      Optional<Path> envFile,
      OptionalInt port,
      boolean autostart,
      RestartPolicy restart,
      String stopSignal,
      Duration stopTimeout,
      Duration startTime,
      Optional<Probe> health,
      List<String> after,
      int nice,
      long memoryMaxBytes,
      LogPolicy log,
      Map<String, String> secretEnv,
      Map<String, Path> secretFiles,
      ServerLimits limits,
      Optional<RunSchedule> schedule) {
    this(
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
        stopTimeout,
        startTime,
        health,
        after,
        nice,
        memoryMaxBytes,
        log,
        secretEnv,
        secretFiles,
        limits,
        schedule,
        EngineDeployment.DEFAULT);
  }

  /**
   * A definition without limits of its own and without a schedule.
   *
   * @param channelId not null
   * @param name not null
   * @param command copied
   * @param directory not null
   * @param env copied, order kept
   * @param envFile not null
   * @param port not null
   * @param autostart whether it starts with the host
   * @param restart not null
   * @param stopSignal not null
   * @param stopTimeout not null
   * @param startTime not null
   * @param health not null
   * @param after copied
   * @param nice any number
   * @param memoryMaxBytes any number
   * @param log not null
   * @param secretEnv copied, order kept
   * @param secretFiles copied, order kept
   * @throws NullPointerException if a parameter or an element is null
   */
  public ProjectDefinition(
      String channelId,
      String name,
      List<String> command,
      Path directory,
      Map<String, String> env,
      Optional<Path> envFile,
      OptionalInt port,
      boolean autostart,
      RestartPolicy restart,
      String stopSignal,
      Duration stopTimeout,
      Duration startTime,
      Optional<Probe> health,
      List<String> after,
      int nice,
      long memoryMaxBytes,
      LogPolicy log,
      Map<String, String> secretEnv,
      Map<String, Path> secretFiles) {
    this(
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
        stopTimeout,
        startTime,
        health,
        after,
        nice,
        memoryMaxBytes,
        log,
        secretEnv,
        secretFiles,
        ServerLimits.NONE,
        Optional.empty());
  }

  /**
   * A definition without {@code secretEnv} and {@code secretFiles}.
   *
   * @param channelId not null
   * @param name not null
   * @param command copied
   * @param directory not null
   * @param env copied, order kept
   * @param envFile not null
   * @param port not null
   * @param autostart whether it starts with the host
   * @param restart not null
   * @param stopSignal not null
   * @param stopTimeout not null
   * @param startTime not null
   * @param health not null
   * @param after copied
   * @param nice any number
   * @param memoryMaxBytes any number
   * @param log not null
   * @throws NullPointerException if a parameter or an element is null
   */
  public ProjectDefinition(
      String channelId,
      String name,
      List<String> command,
      Path directory,
      Map<String, String> env,
      Optional<Path> envFile,
      OptionalInt port,
      boolean autostart,
      RestartPolicy restart,
      String stopSignal,
      Duration stopTimeout,
      Duration startTime,
      Optional<Probe> health,
      List<String> after,
      int nice,
      long memoryMaxBytes,
      LogPolicy log) {
    this(
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
        stopTimeout,
        startTime,
        health,
        after,
        nice,
        memoryMaxBytes,
        log,
        Map.of(),
        Map.of());
  }

  /**
   * Names of variables whose values are secrets although their names may not say so.
   *
   * @return the names in {@code secretEnv} and {@code secretFiles}; a new set
   */
  public Set<String> secretNames() {
    Set<String> names = new LinkedHashSet<>(secretEnv.keySet());
    names.addAll(secretFiles.keySet());
    return names;
  }

  /**
   * Whether a server started from another definition has to be restarted for this one to apply.
   *
   * @param other the definition before
   * @return true if anything differs that only a new process takes up
   */
  public boolean needsRestartAfter(ProjectDefinition other) {
    return !(command.equals(other.command)
        && directory.equals(other.directory)
        && env.equals(other.env)
        && envFile.equals(other.envFile)
        && secretEnv.equals(other.secretEnv)
        && secretFiles.equals(other.secretFiles)
        && port.equals(other.port)
        && name.equals(other.name)
        && nice == other.nice
        && stdinOpen == other.stdinOpen
        && memoryMaxBytes == other.memoryMaxBytes
        && !limits.needRestartAfter(other.limits));
  }

  /** Without environment values: safe to print. */
  @Override
  public String toString() {
    return "ProjectDefinition[" + channelId + " " + name + "]";
  }
}
