package innkeeper.cli.swarm;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * A task of a swarm: one container on one node. The engine keeps the last few tasks of each slot.
 *
 * @param id the id of the task
 * @param service the name of its service, prefixed with the stack's name
 * @param slot the number of the replica; "0" if the service runs on each node
 * @param nodeId the id of its node; "" before it has one
 * @param wanted the state that the swarm wants: running, shutdown
 * @param state the state that its node reported last: pending, running, failed
 * @param since the time of that report
 * @param created the time at which the swarm created the task
 * @param container the id of its container; "" before there is one
 * @param error the reason why it failed or waits; "" if there is none
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
   * The format for {@code docker inspect --type task}, which {@link #read} parses. The error comes
   * last, because it may contain any text.
   */
  static final String FORMAT =
      "{{.ID}}|{{.ServiceID}}|{{.Slot}}|{{.NodeID}}|{{.DesiredState}}|{{.Status.State}}"
          + "|{{json .Status.Timestamp}}|{{json .CreatedAt}}"
          + "|{{with .Status.ContainerStatus}}{{.ContainerID}}{{end}}|{{.Status.Err}}";

  private static final int FIELDS = 10;

  /**
   * Returns the place of the task: a replica of a service, or a service on a node. A new task of
   * the same place replaces this one.
   */
  String place() {
    return service + "." + (slot.equals("0") ? nodeId : slot);
  }

  boolean runs() {
    return wanted.equals("running") && state.equals("running") && !container.isEmpty();
  }

  /** Parses a line; returns empty for a line of another form. */
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

  /** Parses a time, given as a JSON string. */
  private static Instant time(String text) {
    try {
      return Instant.from(DateTimeFormatter.ISO_DATE_TIME.parse(text.replace("\"", "")));
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
