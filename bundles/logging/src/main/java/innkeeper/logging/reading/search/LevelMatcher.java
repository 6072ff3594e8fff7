package innkeeper.logging.reading.search;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.logging.file.Lines;
import innkeeper.records.report.GraveWords;
import java.nio.charset.StandardCharsets;

/**
 * Matches lines whose own level is high enough. Most lines contain no word of such a level and are
 * skipped fast.
 */
final class LevelMatcher implements LineMatcher {

  private static final int LOOK = 64 * 1024;

  private final LogRecords records;
  private final LogLevel least;

  LevelMatcher(LogRecords records, LogLevel least) {
    this.records = records;
    this.least = least;
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int next = Lines.afterFirst(bytes, at, to);
      int look = Math.min(next, at + LOOK);
      if ((least.compareTo(LogLevel.WARN) < 0 || GraveWords.maybe(bytes, at, look))
          && grave(bytes, at, look)) {
        return at;
      }
      at = next;
    }
    return -1;
  }

  private boolean grave(byte[] bytes, int from, int to) {
    String line = new String(bytes, from, to - from, StandardCharsets.UTF_8).stripTrailing();
    return records.level(line).compareTo(least) >= 0;
  }
}
