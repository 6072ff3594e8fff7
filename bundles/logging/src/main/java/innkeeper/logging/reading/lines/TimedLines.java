package innkeeper.logging.reading.lines;

import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Adds the metadata to lines. */
final class TimedLines {

  /** The number of characters that contain the time of a line which begins with one. */
  private static final int BEGIN = 64;

  private TimedLines() {}

  /**
   * Returns the lines with their metadata.
   *
   * @param begins the beginning of each line
   */
  static List<TimedLine> of(
      List<Segment> segments, SegmentTimes times, List<String> lines, List<Cursor> begins)
      throws IOException {
    List<TimedLine> timed = new ArrayList<>(lines.size());
    FileTimes file = FileTimes.NONE;
    FileTimes.Cursor cursor = file.cursor();
    long seq = -1;
    for (int i = 0; i < lines.size(); i++) {
      Cursor begin = begins.get(i);
      if (begin.seq() != seq) {
        seq = begin.seq();
        file = file(segments, times, seq);
        cursor = file.cursor();
      }
      timed.add(line(begin, file, cursor, lines.get(i)));
    }
    return timed;
  }

  private static FileTimes file(List<Segment> segments, SegmentTimes times, long seq)
      throws IOException {
    for (Segment segment : segments) {
      if (segment.seq() == seq) {
        return times.of(segment);
      }
    }
    return FileTimes.NONE;
  }

  static TimedLine line(Cursor begin, FileTimes file, FileTimes.Cursor cursor, String text) {
    byte[] bytes =
        text.substring(0, Math.min(BEGIN, text.length())).getBytes(StandardCharsets.UTF_8);
    LineTime time = cursor.next(begin.offset(), bytes, 0, bytes.length);
    time = begin.offset() < file.end() ? time : LineTime.UNKNOWN;
    String position = new Position(begin.seq(), file.id(), begin.offset()).text();
    return new TimedLine(position, time.at(), time.stream(), time.late(), text);
  }
}
