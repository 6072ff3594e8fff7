package innkeeper.logging.reading.lines;

import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the arrival time and the stream of each line for a reader that follows a log. */
final class FollowTimes {

  private static final Logger LOG = LoggerFactory.getLogger(FollowTimes.class);

  /** The number of characters that contain the time of a line which begins with one. */
  private static final int BEGIN = 64;

  private final SegmentTimes times;
  private long seq = -1;
  private FileTimes file = FileTimes.NONE;
  private FileTimes.Cursor cursor = file.cursor();

  FollowTimes(SegmentTimes times) {
    this.times = times;
  }

  /**
   * Returns the lines of one file with their times; each call gets lines behind those of the
   * previous call.
   */
  List<TimedLine> of(Segment segment, List<String> lines, List<Cursor> begins) {
    if (lines.isEmpty()) {
      return List.of();
    }
    grow(segment, begins.get(begins.size() - 1).offset() + 1);
    List<TimedLine> timed = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      timed.add(line(begins.get(i), file, cursor, lines.get(i)));
    }
    return timed;
  }

  private static TimedLine line(
      Cursor begin, FileTimes file, FileTimes.Cursor cursor, String text) {
    byte[] bytes =
        text.substring(0, Math.min(BEGIN, text.length())).getBytes(StandardCharsets.UTF_8);
    LineTime time = cursor.next(begin.offset(), bytes, 0, bytes.length);
    time = begin.offset() < file.end() ? time : LineTime.UNKNOWN;
    String position = new Position(begin.seq(), file.id(), begin.offset()).text();
    return new TimedLine(position, time.at(), time.stream(), time.late(), text);
  }

  private void grow(Segment segment, long until) {
    FileTimes now;
    try {
      FileTimes before = segment.seq() == seq ? file : FileTimes.NONE;
      now = times.grown(segment, before, until);
    } catch (IOException e) {
      LOG.debug("times of lines cannot be read file={}", segment.path(), e);
      now = FileTimes.NONE;
    }
    if (now != file || segment.seq() != seq) {
      file = now;
      cursor = now.cursor();
    }
    seq = segment.seq();
  }
}
