package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.log.Logs;
import innkeeper.common.text.SeenText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Checks the lines in a part of a file that may match. A line matches if its redacted form still
 * matches. The engine gets at least 64 KiB before the line.
 */
final class PartSearch {

  private static final int LONGEST_LINE = 16_384;
  private static final int BEFORE = 64 * 1024;
  private static final int MOST_BEFORE = 2 << 20;
  private static final int SHORTEST_KEY_LINE = 32;

  private final SearchedFile file;
  private final Query query;
  private final LineMatcher matcher;
  private final SlidingText text;
  private final Optional<RecordLevel> level;

  /** Whether the query has only a level, so that all lines of a record match. */
  private final boolean wholeRecords;

  /** The newest matches, oldest first. */
  private final Deque<Found> found = new ArrayDeque<>();

  private final List<Found> unfinished = new ArrayList<>();
  private Region region;
  private long from;
  private long to;

  /** A match whose following lines are not complete yet. */
  private record Found(
      Optional<Instant> at,
      String position,
      String line,
      List<String> before,
      List<String> after) {}

  PartSearch(SearchedFile file) {
    this.file = file;
    this.query = file.query();
    this.matcher = file.matcher();
    this.text = new SlidingText(file.segment(), MOST_BEFORE);
    this.level = query.level().map(least -> new RecordLevel(file.records(), least));
    this.wholeRecords = query.byLevelAlone();
  }

  /** Returns the newest matches among the lines that begin in {@code first..end}, newest first. */
  List<Match> run(long first, long end) throws IOException {
    from = first;
    to = end;
    // A few more lines are read for the context after the last match.
    long context = end > Long.MAX_VALUE - BEFORE ? end : end + BEFORE;
    try {
      text.run(first, context, file.cancelled(), this::block);
    } catch (NoSuchFileException compressed) {
      throw compressed;
    } catch (IOException unreadable) {
      // The search for candidates failed at the same place and reports it.
      unfinished.clear();
    }
    List<Match> matches = new ArrayList<>();
    found
        .descendingIterator()
        .forEachRemaining(
            f ->
                matches.add(
                    new Match(
                        file.log(), f.at, f.position, f.line, hide(f.before), hide(f.after))));
    return matches;
  }

  private List<String> hide(List<String> lines) {
    return lines.stream().map(file.redaction()::hide).toList();
  }

  private void block(int begin, int end) throws IOException {
    int at = pass(begin, end);
    at = Math.max(at, (int) Math.max(0, Math.min(end, from - text.base)));
    while (at < end && text.base + at < to && !file.cancelled().getAsBoolean()) {
      int hit = matcher.find(text.bytes, at, end);
      if (hit < 0) {
        return;
      }
      int start = text.lineStart(hit, at);
      reach(start);
      at = pass(line(start, end), end);
    }
  }

  /** Feeds the lines that matches still need after them; returns the end of these lines. */
  private int pass(int begin, int end) throws IOException {
    int at = begin;
    while (at < end && region != null && text.base + at == region.fed() && wanted()) {
      at = line(at, end);
    }
    return at;
  }

  private boolean wanted() {
    return !unfinished.isEmpty() || wholeRecords && level.get().enough();
  }

  /** Feeds the engine up to that place, from a place far enough before it. */
  private void reach(int start) throws IOException {
    long fed = region == null ? -1 : region.fed();
    if (fed < text.base || text.base + start - fed > BEFORE) {
      int begin = text.lineStart(Math.max(0, start - BEFORE), 0);
      while (begin > 0 && start - begin < MOST_BEFORE && keyLine(begin)) {
        begin = text.lineStart(Math.max(0, begin - BEFORE), 0);
      }
      region = new Region(file.redaction(), text.base + begin, query.context());
      level.ifPresent(RecordLevel::restart);
    }
    int at = (int) (region.fed() - text.base);
    if (level.isPresent()) {
      for (int i = at; i < start; i = text.lineEnd(i, start)) {
        level.get().next(raw(i, text.lineEnd(i, start)));
      }
    }
    if (at < start) {
      region.skip(text.bytes, at, start);
    }
  }

  private String raw(int begin, int end) {
    int length = Math.min(end - begin, LONGEST_LINE);
    return new String(text.bytes, begin, length, StandardCharsets.UTF_8).stripTrailing();
  }

  /** Returns whether the line may be in the middle of a key block. */
  private boolean keyLine(int at) {
    int end = text.lineEnd(at, text.bytes.length);
    int n = 0;
    for (int i = at; i < end; i++) {
      byte b = text.bytes[i];
      boolean letter = b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9';
      if (letter || b == '+' || b == '/' || b == '=') {
        n++;
      } else if (b > ' ' || b < 0) {
        return false;
      }
    }
    return n >= SHORTEST_KEY_LINE;
  }

  /** Feeds one line to the engine; returns the beginning of the next line. */
  private int line(int start, int blockEnd) throws IOException {
    int end = text.lineEnd(start, blockEnd);
    long offset = text.base + start;
    if (level.isPresent()) {
      level.get().next(raw(start, end));
    }
    boolean candidate =
        offset >= from
            && offset < to
            && (wholeRecords || matcher.find(text.bytes, start, end) >= 0)
            && (level.isEmpty() || level.get().enough());
    String line = region.line(text.bytes, start, end);
    String shown = cut(line);
    for (Found one : unfinished) {
      one.after.add(shown);
    }
    unfinished.removeIf(one -> one.after.size() >= query.context());
    if (candidate) {
      match(offset, line);
    }
    region.keep(shown);
    return end;
  }

  private void match(long offset, String line) {
    String shown = file.redaction().hide(line);
    byte[] left = shown.getBytes(StandardCharsets.UTF_8);
    if (!wholeRecords && left.length > 0 && matcher.find(left, 0, left.length) < 0) {
      return;
    }
    Optional<Instant> told = file.log().equals(Logs.MAIN) ? printed(line) : file.times().at(offset);
    Optional<Instant> at = told.or(file.segment()::rotatedAt);
    boolean within =
        at.isEmpty()
            || query.from().map(since -> !at.get().isBefore(since)).orElse(true)
                && query.to().map(until -> at.get().isBefore(until)).orElse(true);
    if (!within) {
      return;
    }
    String position = file.segment().position(file.times().id(), offset);
    Found one = new Found(told, position, cut(shown), region.before(), new ArrayList<>());
    found.addLast(one);
    if (found.size() > query.limit()) {
      found.removeFirst();
    }
    if (query.context() > 0) {
      unfinished.add(one);
    }
  }

  /** Returns the time in a line of the host's own log, which has no index. */
  private Optional<Instant> printed(String line) {
    return file.records().read(List.of(line)).time();
  }

  private static String cut(String line) {
    return line.length() > LONGEST_LINE ? SeenText.of(line, LONGEST_LINE) : line;
  }
}
