package innkeeper.logging.reading.search;

import innkeeper.api.log.LogStream;
import innkeeper.api.record.LogLevel;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Finds the lines of records whose level is high enough. The matcher finds lines quickly; around
 * each of them records are assembled, from 64 KiB before it to the end of its record. Each stream
 * has its own records.
 */
final class RecordLines implements MatchedLines {

  /** The number of bytes before a line in which its record is searched. */
  static final int BEFORE = 64 * 1024;

  private static final int LONGEST_LINE = 64 * 1024;

  private final SearchedFile file;
  private final LogLevel least;
  private final SlidingText text;
  private final Part part;
  private final Map<Optional<LogStream>, Open> open = new HashMap<>();
  private final Queue<Long> matched = new PriorityQueue<>();
  private FileTimes.Cursor cursor = FileTimes.UNKNOWN;

  /** The end of the lines that the matcher has searched. */
  private long scanned;

  /** The end of the lines that were added to records; -1 if there are none. */
  private long assembled = -1;

  private boolean finished;

  /** The record of one stream, with the offsets of its beginning and its end. */
  private static final class Open {
    private final StreamRecord<Long> record;
    private long begin;
    private long end;

    /** Whether the matcher has found one of its lines. */
    private boolean hit;

    Open(StreamRecord<Long> record) {
      this.record = record;
    }
  }

  RecordLines(SearchedFile file, LogLevel least, SlidingText text, Part part) {
    this.file = file;
    this.least = least;
    this.text = text;
    this.part = part;
    this.scanned = part.from();
  }

  @Override
  public long next(int end) {
    while (!file.cancelled().getAsBoolean()) {
      if (!matched.isEmpty() && matched.peek() < searched()) {
        return matched.remove();
      }
      int at = (int) (scanned - text.base);
      if (at >= end || finished) {
        return -1;
      }
      if (undecided()) {
        int next = text.lineEnd(at, end);
        add(at, next, file.matcher().find(text.bytes, at, next) >= 0);
        scanned = text.base + next;
      } else {
        scan(at, end);
      }
    }
    return -1;
  }

  @Override
  public long searched() {
    if (finished) {
      return Long.MAX_VALUE;
    }
    long first = scanned - BEFORE;
    for (Open one : open.values()) {
      first = Math.min(first, one.begin);
    }
    return first;
  }

  @Override
  public void finish() {
    open.values().forEach(this::close);
    finished = true;
  }

  /** Returns whether the next lines decide about lines, because a record with a hit is open. */
  private boolean undecided() {
    for (Open one : open.values()) {
      if (one.hit && (one.record.waits() || file.wholeRecords() && one.end < part.to())) {
        return true;
      }
    }
    return false;
  }

  /** Searches the next line that the matcher finds, and assembles the records around it. */
  private void scan(int from, int end) {
    int hit = text.base + from < part.end() ? file.matcher().find(text.bytes, from, end) : -1;
    int start = hit < 0 ? end : text.lineStart(hit, from);
    boolean found = hit >= 0 && text.base + start < part.end();
    int next = found ? text.lineEnd(start, end) : end;
    scanned = text.base + next;
    if (text.base + start - assembled > BEFORE) {
      open.clear();
    }
    if (found) {
      assemble(start);
      add(start, next, true);
    }
  }

  /** Adds the lines before a place that can belong to the same record. */
  private void assemble(int start) {
    int at = (int) (assembled - text.base);
    if (assembled < text.base || start - at > BEFORE) {
      at = start <= BEFORE ? 0 : text.lineEnd(start - BEFORE - 1, start);
      cursor = file.times().cursor();
      int known = (int) Math.max(0, file.times().knownFrom(text.base + at) - text.base);
      while (known < at) {
        int next = text.lineEnd(known, at);
        cursor.next(text.base + known, text.bytes, known, next);
        known = next;
      }
    }
    while (at < start) {
      int next = text.lineEnd(at, start);
      boolean early = file.wholeRecords() && text.base + at < part.from();
      add(at, next, early && file.matcher().find(text.bytes, at, next) >= 0);
      at = next;
    }
  }

  private void add(int at, int end, boolean hit) {
    long offset = text.base + at;
    assembled = text.base + end;
    endLong(offset);
    Open one = open.computeIfAbsent(stream(offset, at, end), this::begin);
    String line = line(at, end);
    if (!one.record.continues(line)) {
      close(one);
      one.record.begin();
      one.begin = offset;
      one.hit = false;
    }
    one.record.add(line);
    one.end = assembled;
    one.hit |= hit;
    if (hit && file.wholeRecords()) {
      one.record.possible();
    }
    boolean matches = file.wholeRecords() || hit && offset >= part.from();
    if (matches && offset >= part.least() && offset < part.to()) {
      one.record.match(offset);
    }
  }

  private Open begin(Optional<LogStream> stream) {
    return new Open(new StreamRecord<>(file.records(), least, stream));
  }

  /** Ends records that would be too long with a line at that offset. */
  private void endLong(long offset) {
    open.values()
        .removeIf(
            one -> {
              boolean far = offset - one.end > BEFORE;
              if (!far && offset - one.begin <= StreamRecord.MOST_BYTES) {
                return false;
              }
              close(one);
              return true;
            });
  }

  private Optional<LogStream> stream(long offset, int at, int end) {
    LineTime time = cursor.next(offset, text.bytes, at, end);
    return offset < file.times().end() ? time.stream() : Optional.empty();
  }

  /** Ends a record. One that ends before the part is left to the search of an earlier part. */
  private void close(Open one) {
    if (one.hit && one.end > part.from()) {
      one.record.take(matched);
    }
  }

  private String line(int at, int end) {
    int to = Math.min(end, at + LONGEST_LINE);
    while (to > at && (text.bytes[to - 1] == '\n' || text.bytes[to - 1] == '\r')) {
      to--;
    }
    return new String(text.bytes, at, to - at, StandardCharsets.UTF_8);
  }
}
