package innkeeper.logging.read;

import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Finds the times of the lines of a log's files. */
public interface SegmentTimes {

  FileTimes of(Segment segment) throws IOException;

  /**
   * The same for a reader that goes along with the file.
   *
   * @param before what it got the last time
   * @param until the reader has read so far
   */
  default FileTimes grown(Segment segment, FileTimes before, long until) throws IOException {
    return of(segment);
  }

  /** Without reading all of them. */
  default int id(Segment segment) throws IOException {
    return of(segment).id();
  }

  /** When the first line came; without reading all times. */
  default Optional<Instant> first(Segment segment) throws IOException {
    return of(segment).first();
  }
}
