package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.log.Logs;
import innkeeper.common.text.SeenText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks the lines in a part of a file that may match. A line matches if its redacted form still
 * matches. The engine gets at least 64 KiB before the line.
 */
final class PartSearch {

  private static final int BEFORE = 64 * 1024;
  private static final int MOST_BEFORE = 2 << 20;
  private static final int SHORTEST_KEY_LINE = 32;

  private final SearchedFile file;
  private final Query query;
  private final Part part;
  private final SlidingText text;
  private final MatchedLines lines;

  /** The newest matches by their offsets. */
  private final NavigableMap<Long, Found> found = new TreeMap<>();

  private final List<Found> unfinished = new ArrayList<>();
  private Region region;

  /** The end of the present block. */
  private long blockEnd;

  /** A match whose following lines are not complete yet. */
  private record Found(
      Optional<Instant> at,
      String position,
      String line,
      List<String> before,
      List<String> after) {}

  PartSearch(SearchedFile file, Part part) {
    this.file = file;
    this.query = file.query();
    this.part = part;
    this.text = new SlidingText(file.segment(), MOST_BEFORE);
    this.blockEnd = part.from();
    this.lines =
        file.least()
            .<MatchedLines>map(least -> new RecordLines(file, least, text, part))
            .orElseGet(() -> new PlainLines(file.matcher(), text, part));
  }

  /**
   * Returns the newest matches in the part by their offsets, with the earlier lines of records that
   * reach into the part.
   */
  NavigableMap<Long, Match> run() throws IOException {
    // A few more lines are read for the context after the last match and the end of its record.
    long end = part.end() > Long.MAX_VALUE - BEFORE ? part.end() : part.end() + BEFORE;
    try {
      text.run(part.from(), end, file.cancelled(), (from, to) -> block(to));
    } catch (NoSuchFileException compressed) {
      throw compressed;
    } catch (IOException unreadable) {
      // The search for candidates failed at the same place and reports it.
    }
    lines.finish();
    show();
    NavigableMap<Long, Match> matches = new TreeMap<>();
    found.forEach(
        (offset, f) ->
            matches.put(
                offset,
                new Match(file.log(), f.at, f.position, f.line, hide(f.before), hide(f.after))));
    return matches;
  }

  private List<String> hide(List<String> lines) {
    return lines.stream().map(file.redaction()::hide).toList();
  }

  private void block(int end) throws IOException {
    blockEnd = text.base + end;
    show();
  }

  /** Displays the lines of the present block that match. */
  private void show() throws IOException {
    int end = (int) (blockEnd - text.base);
    long next = 0;
    while (next >= 0 && !file.cancelled().getAsBoolean()) {
      next = lines.next(end);
      feedContext(next < 0 ? lines.searched() : next, end);
      if (next >= 0) {
        int start = (int) (next - text.base);
        reach(start);
        List<String> before = region.before();
        match(next, line(start, end), before);
      }
    }
  }

  /** Feeds the lines before an offset that matches still need after them. */
  private void feedContext(long until, int end) throws IOException {
    while (!unfinished.isEmpty() && region.fed() < Math.min(until, text.base + end)) {
      line((int) (region.fed() - text.base), end);
    }
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
    }
    int at = (int) (region.fed() - text.base);
    if (at < start) {
      region.skip(text.bytes, at, start);
    }
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

  /** Feeds one line to the engine; returns the redacted line. */
  private String line(int start, int blockEnd) throws IOException {
    String line = region.line(text.bytes, start, text.lineEnd(start, blockEnd));
    String shown = cut(line);
    for (Found one : unfinished) {
      one.after.add(shown);
    }
    unfinished.removeIf(one -> one.after.size() >= query.context());
    region.keep(shown);
    return line;
  }

  private void match(long offset, String line, List<String> before) {
    String shown = file.redaction().hide(line);
    byte[] left = shown.getBytes(StandardCharsets.UTF_8);
    if (!file.wholeRecords() && left.length > 0 && file.matcher().find(left, 0, left.length) < 0) {
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
    Found one = new Found(told, position, cut(shown), before, new ArrayList<>());
    found.put(offset, one);
    if (found.size() > query.limit()) {
      found.pollFirstEntry();
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
    return line.length() > SeenText.LONGEST_LINE ? SeenText.of(line, SeenText.LONGEST_LINE) : line;
  }
}
