package innkeeper.logging.index;

import innkeeper.api.log.LogStream;
import java.time.Instant;
import java.util.Optional;

/** What is known of a line besides its text. */
public record LineTime(Optional<Instant> at, Optional<LogStream> stream, boolean late) {

  public static final LineTime UNKNOWN = new LineTime(Optional.empty(), Optional.empty(), false);
}
