package innkeeper.api.log;

import java.time.Instant;
import java.util.Optional;

/**
 * A line of a log, with its position and its time. Immutable.
 *
 * @param position the beginning of the line, see {@link LogQuery#position}
 * @param at when the host read it, to a quarter of a second; never earlier than the time of the
 *     line before it. Empty if the time is not known
 * @param stream the stream of the line; empty if it is not known
 * @param late whether it was printed some time before {@code at}, while no host ran
 * @param line without its line end; malformed UTF-8 shown as U+FFFD
 */
public record TimedLine(
    String position, Optional<Instant> at, Optional<LogStream> stream, boolean late, String line) {}
