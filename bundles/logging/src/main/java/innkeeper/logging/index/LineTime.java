package innkeeper.logging.index;

import innkeeper.api.log.LogStream;
import java.time.Instant;
import java.util.Optional;

/** The metadata of a line: its time, its stream, and whether it was printed late. */
public record LineTime(Optional<Instant> at, Optional<LogStream> stream, boolean late) {

  public static final LineTime UNKNOWN = new LineTime(Optional.empty(), Optional.empty(), false);
}
