package innkeeper.api.log;

import java.time.Instant;
import java.util.Optional;

/**
 * A line of a log, where it stands and when it came. Immutable.
 *
 * @param position where it begins, see {@link LogQuery#position}
 * @param at when the host read it, to a quarter of a second; never earlier than that of the line
 *     before it. Empty if that is not known
 * @param stream where the server printed it; empty if that is not known
 * @param late whether it was printed some time before {@code at}, while no host ran
 * @param line without its line end; malformed UTF-8 shown as U+FFFD
 */
public record TimedLine(
    String position, Optional<Instant> at, Optional<LogStream> stream, boolean late, String line) {}
