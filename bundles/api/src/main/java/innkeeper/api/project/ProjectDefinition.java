package innkeeper.api.project;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is supervised. Valid by itself once it came out of {@link Definitions}; immutable.
 *
 * @param channelId {@link Definitions#ID}
 * @param name unique, names the log file; same alphabet; not {@code main}
 * @param command program and arguments; never empty, never a shell line
 * @param directory absolute working directory
 * @param env added to the clean inherited set; values may be secret
 * @param envFile absolute; KEY=VALUE lines read at each spawn, never stored
 * @param port exported to the server as PORT
 * @param autostart whether the host starts it at its own start, and {@code add} at once
 * @param restart when it is started again after ending by itself
 * @param stopSignal without SIG: TERM, INT, QUIT, HUP, USR1, USR2, KILL
 * @param stopTimeout from the stop signal to KILL
 * @param startTime alive for so long means started
 * @param health how its health is asked for
 * @param after channelIds that start before this one and stop after it
 * @param nice 0–19; 0 leaves it as it is
 * @param memoryMaxBytes 0 for no bound
 * @param log what it wants of its log
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
    LogPolicy log) {

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
  }

  /** Whether a server of {@code other} would have to be restarted to become one of this. */
  public boolean needsRestartAfter(ProjectDefinition other) {
    return !(command.equals(other.command)
        && directory.equals(other.directory)
        && env.equals(other.env)
        && envFile.equals(other.envFile)
        && port.equals(other.port)
        && name.equals(other.name)
        && nice == other.nice
        && memoryMaxBytes == other.memoryMaxBytes);
  }

  /** Without environment values: safe to print. */
  @Override
  public String toString() {
    return "ProjectDefinition[" + channelId + " " + name + "]";
  }
}
