package innkeeper.logging.reading.lines;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads the newest lines of a log, from its end. */
public final class TailReader {

  private static final String MARK = "[REDACTED]";

  private final List<Segment> segments;
  private final SegmentTimes times;
  private final LogQuery query;
  private final boolean partial;

  /** The lines, newest first. */
  private final List<TimedLine> lines = new ArrayList<>();

  /** The rotations, newest first, counted from the newest line. */
  private final List<Logs.Turn> turns = new ArrayList<>();

  /** The beginning of each line, newest first. */
  private final List<Cursor> begins = new ArrayList<>();

  private long redactions;
  private long room = SegmentLines.MOST_BYTES;
  private boolean truncated;

  /** The place behind the newest line. */
  private Cursor cursor = Cursor.START;

  /** The size of the active file. */
  private long size;

  /**
   * Creates a reader for one call.
   *
   * @param partial whether an unfinished last line is displayed
   */
  private TailReader(List<Segment> segments, SegmentTimes times, int wanted, boolean partial) {
    this.segments = segments;
    this.times = times;
    this.query = LogQuery.newest(wanted);
    this.partial = partial;
  }

  /**
   * Reads the newest lines.
   *
   * @param places cursors whose places are searched among the lines
   */
  public static Logs.Tail read(
      String file,
      List<Segment> segments,
      SegmentTimes times,
      int wanted,
      boolean partial,
      List<String> places)
      throws IOException {
    TailReader reader = new TailReader(segments, times, wanted, partial);
    reader.read();
    Collections.reverse(reader.lines);
    return new Logs.Tail(
        file,
        reader.lines.stream().map(TimedLine::line).toList(),
        reader.truncated,
        reader.redactions,
        reader.cursor.text(),
        reader.turnsFromTheOldest(),
        places.stream().map(reader::after).toList(),
        List.of(),
        List.copyOf(reader.lines));
  }

  /** Returns the place behind the last whole line. */
  static String end(List<Segment> segments) throws IOException {
    TailReader reader = new TailReader(segments, segment -> FileTimes.NONE, 1, false);
    reader.read();
    return reader.cursor.text();
  }

  /** Returns the number of lines that begin at that place or after it; -1 if it is unknown. */
  private int after(String place) {
    Cursor from = Cursor.parse(place).map(this::known).orElse(null);
    if (from == null) {
      return -1;
    }
    int n = 0;
    while (n < begins.size() && !before(begins.get(n), from)) {
      n++;
    }
    boolean beforeAll = n == begins.size() && n > 0 && before(from, begins.get(n - 1));
    return beforeAll ? -1 : n;
  }

  /** Returns a valid form of a place; null if its file does not belong to this log any more. */
  private Cursor known(Cursor place) {
    if (place.equals(Cursor.START)) {
      return segments.isEmpty() || segments.get(0).seq() == 1 ? new Cursor(1, 0, -1) : null;
    }
    for (Segment s : segments) {
      if (s.seq() == place.seq()) {
        boolean same = s.compressed() || s.inode() < 0 || s.inode() == place.inode();
        // The system reuses an inode at once: a place behind the end belongs to a deleted file.
        boolean within = !s.active() || place.offset() <= size;
        return same && within ? place : null;
      }
    }
    return null;
  }

  private static boolean before(Cursor a, Cursor b) {
    return a.seq() < b.seq() || a.seq() == b.seq() && a.offset() < b.offset();
  }

  private List<Logs.Turn> turnsFromTheOldest() {
    List<Logs.Turn> found = new ArrayList<>();
    for (Logs.Turn turn : turns) {
      found.add(0, new Logs.Turn(lines.size() - turn.line(), turn.archive()));
    }
    return List.copyOf(found);
  }

  private void read() throws IOException {
    for (int i = segments.size() - 1; i >= 0 && lines.size() < query.most() && !truncated; i--) {
      Segment segment = segments.get(i);
      boolean newest = i == segments.size() - 1;
      if (!newest) {
        turns.add(new Logs.Turn(lines.size(), segment.path().getFileName().toString()));
      } else if (!segment.compressed()) {
        cursor = new Cursor(segment.seq(), 0, segment.inode());
      }
      // The end is read before the index, so that the index knows the lines up to there.
      long end = segment.compressed() ? SegmentLines.MOST_OFFSET : Files.size(segment.path());
      size = segment.active() ? end : size;
      SegmentLines reader = new SegmentLines(segment, times.of(segment), query, partial || !newest);
      try {
        reader.backward(0, end, found -> take(segment, reader, found));
      } catch (NoSuchFileException turned) {
        throw turned;
      } catch (IOException e) {
        if (segment.active()) {
          throw e;
        }
        take(segment, reader, reader.mark(e, 0, end));
      }
    }
  }

  private boolean take(Segment segment, SegmentLines reader, SegmentLines.Found found) {
    if (lines.size() == query.most()) {
      return false;
    }
    if (lines.isEmpty() && segment.seq() == cursor.seq()) {
      cursor = new Cursor(segment.seq(), found.after(), segment.inode());
    }
    room -= found.size();
    truncated = room < 0;
    if (!truncated) {
      TimedLine line = reader.line(found);
      for (int at = line.line().indexOf(MARK); at >= 0; at = line.line().indexOf(MARK, at + 1)) {
        redactions++;
      }
      lines.add(line);
      begins.add(new Cursor(segment.seq(), found.offset(), segment.inode()));
    }
    return !truncated;
  }
}
