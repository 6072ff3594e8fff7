package innkeeper.history.incident;

import java.time.Instant;
import java.util.Optional;

/**
 * The host before this one, which did not stop.
 *
 * @param since the start of its process; empty if unknown
 * @param machineDown whether the machine went down while it ran
 */
public record LastHost(Optional<Instant> since, boolean machineDown) {}
