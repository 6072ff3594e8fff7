package innkeeper.logging.search;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.logging.record.WordScan;
import java.nio.charset.StandardCharsets;

/** Lines that are grave enough by themselves: most have no word that could make them so. */
final class LevelMatcher implements LineMatcher {

  private static final int LOOK = 64 * 1024;

  /** Whatever is a warning or worse has one of these, in any case, or begins with a sign. */
  private static final WordScan WARN_WORDS =
      new WordScan(
          "wrn",
          "warn",
          "depreca",
          "level",
          "lvl",
          "severity",
          "@l\"",
          " # ",
          "err",
          "exception",
          "fatal",
          "panic",
          "severe",
          "crit",
          "traceback",
          "fail",
          "uncaught",
          "unhandled",
          "emerg",
          "alert",
          "ftl",
          "segmentation",
          "core dumped",
          "killed",
          "out of memory",
          "goroutine",
          "exit",
          "crash",
          "assert",
          "terminate called",
          "data race",
          "no such file",
          "denied",
          "refused",
          "not found",
          "no space left",
          "already in use",
          "reset by peer",
          "broken pipe",
          " line ",
          "** (",
          "uninitialized",
          "ah0",
          "report=",
          "\"s\"",
          "dpanic",
          "pani[",
          "fata[");

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
      int end = at;
      while (end < to && bytes[end] != '\n') {
        end++;
      }
      int look = Math.min(end, at + LOOK);
      if ((least.compareTo(LogLevel.WARN) < 0
              || signed(bytes, at, look)
              || WARN_WORDS.in(bytes, at, look))
          && grave(bytes, at, look)) {
        return at;
      }
      at = end + 1;
    }
    return -1;
  }

  private boolean grave(byte[] bytes, int from, int to) {
    String line = new String(bytes, from, to - from, StandardCharsets.UTF_8).stripTrailing();
    return records.level(line).compareTo(least) >= 0;
  }

  /** The letters of klog and of Ruby's logger, the number of syslog, signs that are no letters. */
  private static boolean signed(byte[] bytes, int from, int to) {
    if (to - from < 3) {
      return false;
    }
    byte first = bytes[from];
    byte second = bytes[from + 1];
    if (first == ' ') {
      return signed(bytes, from + 1, to);
    }
    return first < 0
        || first == '<'
        || first >= 'A' && first <= 'Z' && (second == ',' || second >= '0' && second <= '9');
  }
}
