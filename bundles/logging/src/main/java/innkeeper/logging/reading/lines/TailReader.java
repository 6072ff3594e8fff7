package innkeeper.logging.reading.lines;

import innkeeper.api.log.Logs;
import innkeeper.logging.file.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads the newest lines of a log, from its end. */
public final class TailReader {

  static final int MOST_BYTES = 4 * 1024 * 1024;
  private static final int FIRST_WINDOW = 64 * 1024;
  private static final int BLOCK = 64 * 1024;
  private static final String MARK = "[REDACTED]";

  private final List<Segment> segments;
  private final boolean partial;
  private final int wanted;

  /** The lines, newest first. */
  private final List<String> lines = new ArrayList<>();

  /** The rotations, newest first, counted from the newest line. */
  private final List<Logs.Turn> turns = new ArrayList<>();

  /** The beginning of each line, newest first. */
  private final List<Cursor> begins = new ArrayList<>();

  private long redactions;
  private int room = MOST_BYTES;
  private boolean truncated;
  private Cursor cursor = Cursor.START;

  /** The size of the active file. */
  private long size;

  /**
   * Creates a reader for one call.
   *
   * @param partial whether an unfinished last line is displayed
   */
  private TailReader(List<Segment> segments, int wanted, boolean partial) {
    this.segments = segments;
    this.wanted = wanted;
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
    TailReader reader = new TailReader(segments, wanted, partial);
    reader.read();
    Collections.reverse(reader.lines);
    List<Cursor> begins = new ArrayList<>(reader.begins);
    Collections.reverse(begins);
    return new Logs.Tail(
        file,
        List.copyOf(reader.lines),
        reader.truncated,
        reader.redactions,
        reader.cursor.text(),
        reader.turnsFromTheOldest(),
        places.stream().map(reader::after).toList(),
        List.of(),
        TimedLines.of(segments, times, reader.lines, begins));
  }

  /** Returns the place behind the last whole line. */
  static String end(List<Segment> segments) throws IOException {
    TailReader reader = new TailReader(segments, 1, false);
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
    for (int i = segments.size() - 1; i >= 0; i--) {
      Segment segment = segments.get(i);
      if (i < segments.size() - 1) {
        turns.add(new Logs.Turn(lines.size(), segment.path().getFileName().toString()));
      }
      try {
        if (segment.compressed()) {
          compressed(segment);
        } else {
          plain(segment, i == segments.size() - 1);
        }
      } catch (NoSuchFileException turned) {
        throw turned;
      } catch (IOException e) {
        if (segment.active()) {
          throw e;
        }
        mark(segment, e, 0);
      }
      if (lines.size() >= wanted || truncated) {
        return;
      }
    }
  }

  private void mark(Segment segment, IOException why, long offset) {
    byte[] mark = segment.mark(why).getBytes(StandardCharsets.UTF_8);
    add(mark, 0, mark.length, at(segment, offset));
  }

  private void plain(Segment segment, boolean newest) throws IOException {
    try (FileChannel in = segment.open()) {
      long size = in.size();
      if (newest) {
        this.size = size;
      }
      byte[] window = {};
      long from = size;
      // One byte more than the maximum shows whether there are more bytes.
      for (long length = FIRST_WINDOW; ; length = Math.min(4 * length, MOST_BYTES + 1)) {
        from = Math.max(0, size - length);
        window = bytes(in, from, size);
        if (from == 0
            || Lines.count(window, 0, window.length) > wanted - lines.size()
            || length > MOST_BYTES) {
          break;
        }
      }
      int end = Lines.afterLast(window, 0, window.length);
      boolean unended = end < window.length && (partial || !newest);
      if (newest) {
        // The displayed part of an unfinished line is not repeated: a follower continues within the
        // line.
        int shown = unended ? window.length : end;
        cursor = new Cursor(segment.seq(), from + shown, segment.inode());
      }
      if (unended) {
        add(window, end, window.length, at(segment, from + end));
      }
      backwards(segment, window, end, from);
    }
  }

  private static Cursor at(Segment segment, long offset) {
    return new Cursor(segment.seq(), offset, segment.inode());
  }

  private void backwards(Segment segment, byte[] window, int end, long base) {
    boolean whole = base == 0;
    int to = end;
    while (to > 0 && lines.size() < wanted && !truncated) {
      int from = Lines.afterLast(window, 0, to - 1);
      if (from == 0 && !whole) {
        truncated = true;
      } else {
        add(window, from, to - 1, at(segment, base + from));
      }
      to = from;
    }
  }

  private void compressed(Segment segment) throws IOException {
    Unpacked unpacked = new Unpacked(wanted - lines.size(), MOST_BYTES);
    IOException bad = null;
    try (InputStream in = segment.stream()) {
      unpacked.read(in);
    } catch (NoSuchFileException turned) {
      throw turned;
    } catch (IOException e) {
      bad = e;
    }
    long end = unpacked.bytes();
    if (bad != null) {
      mark(segment, bad, end);
    }
    // A line that was cut is too long to be added, so each added line has its whole length.
    for (byte[] line = unpacked.last();
        line != null && lines.size() < wanted && !truncated;
        line = unpacked.last()) {
      end -= line.length + 1;
      add(line, 0, line.length, at(segment, end));
    }
  }

  private void add(byte[] bytes, int from, int to, Cursor begin) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    room -= end - from + 1;
    if (room < 0) {
      truncated = true;
      return;
    }
    String line = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    for (int at = line.indexOf(MARK); at >= 0; at = line.indexOf(MARK, at + 1)) {
      redactions++;
    }
    lines.add(line);
    begins.add(begin);
  }

  private static byte[] bytes(FileChannel in, long from, long to) throws IOException {
    byte[] bytes = new byte[(int) (to - from)];
    int at = 0;
    // The JDK allocates as much memory outside the heap as one read requests, so the bytes are read
    // in blocks.
    for (int n = 0; n >= 0 && at < bytes.length; at += n) {
      int length = Math.min(BLOCK, bytes.length - at);
      n = in.read(ByteBuffer.wrap(bytes, at, length), from + at);
      if (n < 0) {
        return Arrays.copyOf(bytes, at);
      }
    }
    return bytes;
  }
}
