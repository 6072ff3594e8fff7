package innkeeper.logging.read;

import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Finds the times of the lines of a log's files. */
public interface SegmentTimes {

  FileTimes of(Segment segment) throws IOException;

  /** Without reading all of them. */
  default int id(Segment segment) throws IOException {
    return of(segment).id();
  }

  /** When the first line came; without reading all times. */
  default Optional<Instant> first(Segment segment) throws IOException {
    return of(segment).first();
  }
}
