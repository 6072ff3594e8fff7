package innkeeper.shell.swarm;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * A task of a swarm: one container on one node. The engine keeps the last few of each slot.
 *
 * @param id of the task
 * @param service name of its service, with the stack's before it
 * @param slot which replica; "0" where a service runs on each node
 * @param nodeId "" until it has one
 * @param wanted what the swarm wants it to be: running, shutdown
 * @param state what its node last said: pending, running, failed
 * @param since when it said so
 * @param created when the swarm made the task
 * @param container "" until there is one
 * @param error why it failed or waits; "" for none
 */
record SwarmTask(
    String id,
    String service,
    String slot,
    String nodeId,
    String wanted,
    String state,
    Instant since,
    Instant created,
    String container,
    String error) {

  /**
   * For {@code docker inspect --type task}; {@link #read} reads it. The error may hold anything.
   */
  static final String FORMAT =
      "{{.ID}}|{{.ServiceID}}|{{.Slot}}|{{.NodeID}}|{{.DesiredState}}|{{.Status.State}}"
          + "|{{json .Status.Timestamp}}|{{json .CreatedAt}}"
          + "|{{with .Status.ContainerStatus}}{{.ContainerID}}{{end}}|{{.Status.Err}}";

  private static final int FIELDS = 10;

  /** Which replica of which service, or on which node: what a task is followed by another for. */
  String place() {
    return service + "." + (slot.equals("0") ? nodeId : slot);
  }

  boolean runs() {
    return wanted.equals("running") && state.equals("running") && !container.isEmpty();
  }

  /** Empty for a line of another form. */
  static Optional<SwarmTask> read(String line, java.util.function.UnaryOperator<String> services) {
    String[] parts = line.split("\\|", FIELDS);
    if (parts.length < FIELDS) {
      return Optional.empty();
    }
    return Optional.of(
        new SwarmTask(
            parts[0],
            services.apply(parts[1]),
            parts[2],
            parts[3],
            parts[4].toLowerCase(Locale.ROOT),
            parts[5].toLowerCase(Locale.ROOT),
            time(parts[6]),
            time(parts[7]),
            parts[8],
            parts[9]));
  }

  /** A JSON string. */
  private static Instant time(String text) {
    try {
      return Instant.from(DateTimeFormatter.ISO_DATE_TIME.parse(text.replace("\"", "")));
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
