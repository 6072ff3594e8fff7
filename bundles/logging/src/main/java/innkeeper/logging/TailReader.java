package innkeeper.logging;

import innkeeper.api.log.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The newest lines of a log, read from its end. */
final class TailReader {

  static final int MOST_BYTES = 4 * 1024 * 1024;
  private static final int FIRST_WINDOW = 64 * 1024;
  private static final String MARK = "[REDACTED]";

  private final List<Segment> segments;
  private final boolean partial;
  private final int wanted;

  /** Newest first. */
  private final List<String> lines = new ArrayList<>();

  /** Newest first; counted from the newest line. */
  private final List<Logs.Turn> turns = new ArrayList<>();

  private long redactions;
  private int room = MOST_BYTES;
  private boolean truncated;
  private Cursor cursor = new Cursor(0, 0, -1);

  /**
   * @param partial whether an unended last line is to be shown
   */
  private TailReader(List<Segment> segments, int wanted, boolean partial) {
    this.segments = segments;
    this.wanted = wanted;
    this.partial = partial;
  }

  static Logs.Tail read(String file, List<Segment> segments, int wanted, boolean partial)
      throws IOException {
    TailReader reader = new TailReader(segments, wanted, partial);
    reader.read();
    Collections.reverse(reader.lines);
    return new Logs.Tail(
        file,
        List.copyOf(reader.lines),
        reader.truncated,
        reader.redactions,
        reader.cursor.text(),
        reader.turnsFromTheOldest());
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
      if (segment.compressed()) {
        compressed(segment);
      } else {
        plain(segment, i == segments.size() - 1);
      }
      if (lines.size() >= wanted || truncated) {
        return;
      }
    }
  }

  private void plain(Segment segment, boolean newest) throws IOException {
    try (FileChannel in = Segment.open(segment.path())) {
      long size = in.size();
      byte[] window = {};
      long from = size;
      for (long length = FIRST_WINDOW; ; length *= 4) {
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
        // What is shown of an unended line is not told again: following goes on within it.
        int shown = unended ? window.length : end;
        cursor = new Cursor(segment.seq(), from + shown, segment.inode());
      }
      if (unended) {
        add(window, end, window.length);
      }
      backwards(window, end, from == 0);
    }
  }

  private void backwards(byte[] window, int end, boolean whole) {
    int to = end;
    while (to > 0 && lines.size() < wanted && !truncated) {
      int from = Lines.afterLast(window, 0, to - 1);
      if (from == 0 && !whole) {
        truncated = true;
      } else {
        add(window, from, to - 1);
      }
      to = from;
    }
  }

  private void compressed(Segment segment) throws IOException {
    int most = wanted - lines.size();
    ArrayDeque<byte[]> last = new ArrayDeque<>();
    long held = 0;
    try (InputStream in = segment.stream()) {
      byte[] block = new byte[64 * 1024];
      byte[] rest = {};
      for (int n = in.read(block); n > 0; n = in.read(block)) {
        int from = 0;
        for (int to = Lines.afterFirst(block, 0, n);
            block[to - 1] == '\n';
            to = Lines.afterFirst(block, from, n)) {
          byte[] line = join(rest, block, from, to - 1);
          rest = new byte[0];
          from = to;
          last.addLast(line);
          held += line.length;
          while (last.size() > most || held > MOST_BYTES && last.size() > 1) {
            held -= last.removeFirst().length;
          }
          if (from == n) {
            break;
          }
        }
        rest = from < n ? join(rest, block, from, n) : rest;
        if (rest.length > MOST_BYTES) {
          // Too long to be shown; its end is kept so that it counts as one.
          rest = Arrays.copyOfRange(rest, rest.length - MOST_BYTES, rest.length);
        }
      }
      if (rest.length > 0) {
        last.addLast(rest);
      }
    }
    while (!last.isEmpty() && lines.size() < wanted && !truncated) {
      byte[] line = last.removeLast();
      add(line, 0, line.length);
    }
  }

  private static byte[] join(byte[] rest, byte[] block, int from, int to) {
    byte[] line = Arrays.copyOf(rest, rest.length + to - from);
    System.arraycopy(block, from, line, rest.length, to - from);
    return line;
  }

  private void add(byte[] bytes, int from, int to) {
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
  }

  private static byte[] bytes(FileChannel in, long from, long to) throws IOException {
    ByteBuffer into = ByteBuffer.allocate((int) (to - from));
    while (into.hasRemaining() && in.read(into, from + into.position()) >= 0) {
      continue;
    }
    return into.hasRemaining() ? Arrays.copyOf(into.array(), into.position()) : into.array();
  }
}
