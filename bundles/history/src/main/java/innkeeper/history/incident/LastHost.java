package innkeeper.history.incident;

import java.time.Instant;
import java.util.Optional;

/**
 * The host before this one, which did not stop.
 *
 * @param since when its process began; empty if not known
 * @param machineDown whether the machine went down under it
 */
public record LastHost(Optional<Instant> since, boolean machineDown) {}
