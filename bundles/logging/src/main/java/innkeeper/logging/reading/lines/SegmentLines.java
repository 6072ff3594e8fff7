package innkeeper.logging.reading.lines;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** Reads the lines of one file that match a query. */
final class SegmentLines {

  static final int MOST_BYTES = 4 * 1024 * 1024;

  /** A bound for offsets, which fits into a position. */
  static final long MOST_OFFSET = 999_999_999_999_999_999L;

  private static final int FIRST_WINDOW = 64 * 1024;
  private static final int MORE_WINDOW = 4;

  private final Segment segment;
  private final FileTimes times;
  private final LogQuery query;
  private final boolean partial;
  private final LineScan scan = new LineScan(MOST_BYTES);

  /**
   * A line, and the beginning of the next one. A compressed file has many found lines, and few of
   * them are taken.
   */
  record Found(LineTime time, long offset, byte[] bytes, long after) {

    /** Returns the number of bytes that the line takes in an answer. */
    int size() {
      return bytes.length + 1;
    }
  }

  interface Taker {
    /** Returns whether more lines are wanted. */
    boolean take(Found found);
  }

  /**
   * Creates a reader of one file.
   *
   * @param partial whether a last line without an end counts as a line
   */
  SegmentLines(Segment segment, FileTimes times, LogQuery query, boolean partial) {
    this.segment = segment;
    this.times = times;
    this.query = query;
    this.partial = partial;
  }

  /** Reads forward, from the first line that begins in {@code from..to} on. */
  void forward(long from, long to, Taker taker) throws IOException {
    long lo = Math.max(from, query.from().map(times::lower).orElse(0L));
    long hi = Math.min(to, query.to().map(times::upper).orElse(to));
    if (lo < hi) {
      each(lo, hi, taker);
    }
  }

  /**
   * Reads backward, from the last line that begins in {@code from..to} on. Returns the number of
   * bytes that it has read.
   */
  long backward(long from, long to, Taker taker) throws IOException {
    long lo = Math.max(from, query.from().map(times::lower).orElse(0L));
    long hi = Math.min(to, query.to().map(times::upper).orElse(to));
    if (!segment.compressed() && lo < hi) {
      try (FileChannel in = segment.open()) {
        hi = Math.min(hi, in.size());
      }
    }
    long window = segment.compressed() ? Long.MAX_VALUE : FIRST_WINDOW;
    long read = 0;
    while (lo < hi) {
      long begin = hi - lo <= window ? lo : hi - window;
      Newest newest = new Newest();
      long first = each(begin, hi, newest);
      read += hi - begin;
      for (Found found = newest.last(); found != null; found = newest.last()) {
        if (!taker.take(found)) {
          return read;
        }
      }
      if (begin == lo || newest.left) {
        return read;
      }
      hi = first < hi ? first : hi;
      window *= MORE_WINDOW;
    }
    return read;
  }

  /** The newest lines of a part, within a bound of memory. */
  private final class Newest implements Taker {
    private final Deque<Found> found = new ArrayDeque<>();
    private long bytes;
    private boolean left;

    @Override
    public boolean take(Found one) {
      found.addLast(one);
      bytes += one.size();
      while (found.size() > query.most() + 1 || bytes > 2L * MOST_BYTES && found.size() > 1) {
        bytes -= found.removeFirst().size();
        left = true;
      }
      return true;
    }

    Found last() {
      return found.pollLast();
    }
  }

  /**
   * Reads the matching lines of a part, and returns the beginning of the first one, or {@code hi}.
   */
  private long each(long lo, long hi, Taker taker) throws IOException {
    long start = times.knownFrom(lo);
    FileTimes.Cursor cursor = times.cursor();
    long[] first = {hi};
    long[] end = {start};
    boolean[] fragment = {start > 0};
    try (InputStream in = segment.stream(Math.max(0, start - 1))) {
      if (start > 0) {
        int before = in.read();
        if (before < 0) {
          return hi;
        }
        fragment[0] = before != '\n';
      }
      scan.run(
          in,
          start,
          hi,
          partial,
          (offset, bytes, from, to, after) -> {
            end[0] = after;
            LineTime known = cursor.next(offset, bytes, from, to);
            LineTime time = offset < times.end() ? known : LineTime.UNKNOWN;
            if (fragment[0]) {
              fragment[0] = false;
              return true;
            }
            if (offset < lo) {
              return true;
            }
            first[0] = Math.min(first[0], offset);
            return !matches(time) || taker.take(found(time, offset, bytes, from, to, after));
          });
    } catch (NoSuchFileException rotated) {
      throw rotated;
    } catch (IOException e) {
      if (segment.active()) {
        throw e;
      }
      first[0] = lo;
      taker.take(mark(e, end[0], hi));
    }
    return first[0];
  }

  /**
   * Returns the line that replaces the bytes from an offset up to another, which are unreadable.
   */
  Found mark(IOException why, long from, long to) {
    byte[] text = segment.mark(why).getBytes(StandardCharsets.UTF_8);
    return new Found(LineTime.UNKNOWN, from, text, to);
  }

  private boolean matches(LineTime time) {
    Optional<Instant> at = time.at();
    boolean within =
        at.isEmpty()
            || query.from().map(from -> !at.get().isBefore(from)).orElse(true)
                && query.to().map(to -> at.get().isBefore(to)).orElse(true);
    return within && (query.stream().isEmpty() || query.stream().equals(time.stream()));
  }

  private static Found found(
      LineTime time, long offset, byte[] bytes, int from, int to, long after) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new Found(time, offset, Arrays.copyOfRange(bytes, from, end), after);
  }

  String position(Found found) {
    return new Position(segment.seq(), times.id(), found.offset).text();
  }

  TimedLine line(Found found) {
    LineTime time = found.time;
    String text = new String(found.bytes, StandardCharsets.UTF_8);
    return new TimedLine(position(found), time.at(), time.stream(), time.late(), text);
  }
}
