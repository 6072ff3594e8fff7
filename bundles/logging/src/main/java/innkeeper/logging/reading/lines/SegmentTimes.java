package innkeeper.logging.reading.lines;

import innkeeper.logging.index.FileTimes;
import java.io.IOException;

/** Finds the times of the lines of a log's files. */
public interface SegmentTimes {

  FileTimes of(Segment segment) throws IOException;

  /**
   * Returns the times for a reader that follows the file.
   *
   * @param before the result of the previous call
   * @param until the end of the bytes that the reader has read
   */
  default FileTimes grown(Segment segment, FileTimes before, long until) throws IOException {
    return of(segment);
  }
}
