package innkeeper.logging.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.read.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Searches one file of a log. What may match is found in the bytes as they lie there; a match is
 * what still matches after the engine, which sees at least 64 KiB before it.
 */
final class FileSearch {

  static final int LONGEST_LINE = 16_384;

  private static final int BLOCK = 1 << 20;
  private static final int BEFORE = 64 * 1024;
  private static final int MOST_BEFORE = 2 << 20;
  private static final int SHORTEST_KEY_LINE = 32;

  private final String name;
  private final Segment segment;
  private final FileTimes times;
  private final Query query;
  private final LineMatcher matcher;
  private final LogRecords records;
  private final Judge judge;
  private final BooleanSupplier cancelled;
  private final long lower;
  private final long upper;

  /** The newest matches, oldest first. */
  private final Deque<Found> found = new ArrayDeque<>();

  private final List<Found> unfinished = new ArrayList<>();
  private byte[] buffer = new byte[MOST_BEFORE + BLOCK];
  private int length;
  private long base;
  private Region region;
  private IOException failure;
  private RecordAssembler assembler;
  private LogLevel level = LogLevel.INFO;

  /** A match whose lines after it are still to come. */
  private static final class Found {
    private final Optional<Instant> at;
    private final String position;
    private final String line;
    private final List<String> before;
    private final List<String> after = new ArrayList<>();

    Found(Optional<Instant> at, String position, String line, List<String> before) {
      this.at = at;
      this.position = position;
      this.line = line;
      this.before = before;
    }
  }

  FileSearch(
      String name,
      Segment segment,
      FileTimes times,
      Query query,
      LineMatcher matcher,
      LogRecords records,
      Judge judge,
      BooleanSupplier cancelled) {
    this.name = name;
    this.segment = segment;
    this.times = times;
    this.query = query;
    this.matcher = matcher;
    this.records = records;
    this.judge = judge;
    this.cancelled = cancelled;
    this.lower = query.from().map(times::lower).orElse(0L);
    this.upper = query.to().map(times::upper).orElse(Long.MAX_VALUE);
  }

  /** The newest matches, newest first. */
  List<Match> matches() {
    List<Match> matches = new ArrayList<>();
    found
        .descendingIterator()
        .forEachRemaining(
            f ->
                matches.add(
                    new Match(name, f.at, f.position, f.line, hide(f.before), hide(f.after))));
    return matches;
  }

  private List<String> hide(List<String> lines) {
    return lines.stream().map(judge::hide).toList();
  }

  /** Reads to the file's end, to the end of what is asked for, or until it is cancelled. */
  void run() throws IOException {
    if (lower >= upper) {
      return;
    }
    try (InputStream in = segment.stream()) {
      int searched = 0;
      boolean more = true;
      while (more && !cancelled.getAsBoolean() && base + searched < upper) {
        more = fill(in);
        int end = more ? afterLastLine(searched) : length;
        search(searched, end);
        searched = end;
        searched -= forget(searched);
      }
    } finally {
      buffer = new byte[0];
    }
    if (failure != null) {
      throw failure;
    }
  }

  private boolean fill(InputStream in) {
    int n = 0;
    while (n >= 0 && length < buffer.length) {
      try {
        n = in.read(buffer, length, buffer.length - length);
      } catch (IOException e) {
        failure = e; // what was read before is searched first
        return false;
      }
      length += Math.max(0, n);
    }
    return n >= 0;
  }

  /** A line longer than the buffer ends where the buffer does. */
  private int afterLastLine(int from) {
    int end = length;
    while (end > from && buffer[end - 1] != '\n') {
      end--;
    }
    return end == from ? length : end;
  }

  /** Makes room, but for what may have to be looked at again; returns how many bytes went. */
  private int forget(int searched) {
    int gone = Math.max(0, Math.min(searched - MOST_BEFORE, searched));
    System.arraycopy(buffer, gone, buffer, 0, length - gone);
    length -= gone;
    base += gone;
    return gone;
  }

  private void search(int from, int to) throws IOException {
    int at = unfinished.isEmpty() ? from : context(from, to);
    at = Math.max(at, (int) Math.max(0, Math.min(to, lower - base)));
    while (at < to && base + at < upper && !cancelled.getAsBoolean()) {
      int hit = matcher.find(buffer, at, to);
      if (hit < 0) {
        return;
      }
      int start = lineStart(hit, at);
      reach(start);
      int end = line(start, to);
      at = context(end, to);
    }
  }

  /** Feeds the engine up to there, from far enough before. */
  private void reach(int start) throws IOException {
    if (region == null || base + start - region.fed() > BEFORE || region.fed() < base) {
      int begin = lineStart(Math.max(0, start - BEFORE), 0);
      while (begin > 0 && start - begin < MOST_BEFORE && keyLine(begin)) {
        begin = lineStart(Math.max(0, begin - BEFORE), 0);
      }
      region = new Region(judge, base + begin, query.context());
      assembler = query.level().isPresent() ? records.assembler() : null;
    }
    int from = (int) (region.fed() - base);
    if (assembler != null) {
      for (int at = from; at < start; at = lineEnd(at, start)) {
        assemble(text(at, lineEnd(at, start)));
      }
    }
    if (from < start) {
      region.skip(buffer, from, start);
    }
  }

  private String text(int from, int to) {
    return new String(buffer, from, Math.min(to - from, LONGEST_LINE), StandardCharsets.UTF_8);
  }

  private void assemble(String line) {
    if (!assembler.continues(line)) {
      level = records.level(line);
    }
  }

  /** Whether the line may be in the middle of a key block. */
  private boolean keyLine(int at) {
    int end = lineEnd(at, length);
    int n = 0;
    for (int i = at; i < end; i++) {
      byte b = buffer[i];
      boolean base64 =
          b >= 'a' && b <= 'z'
              || b >= 'A' && b <= 'Z'
              || b >= '0' && b <= '9'
              || b == '+'
              || b == '/'
              || b == '=';
      if (!base64 && b != '\n' && b != '\r' && b != ' ' && b != '\t') {
        return false;
      }
      n += base64 ? 1 : 0;
    }
    return n >= SHORTEST_KEY_LINE;
  }

  /** Passes the lines on that matches still want after them; returns where it ended. */
  private int context(int from, int to) throws IOException {
    int at = from;
    while (!unfinished.isEmpty() && at < to) {
      at = line(at, to);
    }
    return at;
  }

  /** One line through the engine; returns where the next begins. */
  private int line(int start, int to) throws IOException {
    int end = lineEnd(start, to);
    long offset = base + start;
    if (assembler != null) {
      assemble(text(start, end));
    }
    boolean candidate = offset >= lower && offset < upper && matcher.find(buffer, start, end) >= 0;
    String line = region.line(buffer, start, end);
    String shown = cut(line);
    for (Found one : unfinished) {
      one.after.add(shown);
    }
    unfinished.removeIf(one -> one.after.size() >= query.context());
    if (candidate && graveEnough()) {
      match(offset, line);
    }
    region.keep(shown);
    return end;
  }

  private boolean graveEnough() {
    return query.level().map(least -> level.compareTo(least) >= 0).orElse(true);
  }

  private void match(long offset, String line) {
    String shown = judge.hide(line);
    byte[] redacted = shown.getBytes(StandardCharsets.UTF_8);
    if (redacted.length > 0 && matcher.find(redacted, 0, redacted.length) < 0) {
      return;
    }
    Optional<Instant> at = times.at(offset).or(segment::rotatedAt);
    boolean within =
        at.isEmpty()
            || query.from().map(from -> !at.get().isBefore(from)).orElse(true)
                && query.to().map(to -> at.get().isBefore(to)).orElse(true);
    if (!within) {
      return;
    }
    Found one =
        new Found(
            times.at(offset), segment.position(times.id(), offset), cut(shown), region.before());
    found.addLast(one);
    if (found.size() > query.limit()) {
      found.removeFirst();
    }
    if (query.context() > 0) {
      unfinished.add(one);
    }
  }

  private static String cut(String line) {
    return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line;
  }

  private int lineStart(int at, int least) {
    int start = at;
    while (start > least && buffer[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  /** Where the next line begins. */
  private int lineEnd(int at, int to) {
    int end = at;
    while (end < to && buffer[end] != '\n') {
      end++;
    }
    return Math.min(to, end + 1);
  }
}
