package innkeeper.api.record;

import innkeeper.api.json.JsonWord;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How grave a record is, the least grave first. */
public enum LogLevel implements JsonWord {
  /** For whoever looks for a fault: debug, trace, verbose. */
  DEBUG,
  /** All that says nothing else: info, notice, a line without a level. */
  INFO,
  /** Something to look at: warn, warning, deprecated. */
  WARN,
  /** Something failed: error, fatal, critical, a stack trace. */
  ERROR;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a level's word.
   *
   * @param word {@code debug}, {@code info}, {@code warn} or {@code error}
   * @throws IllegalArgumentException for another word; the message names it and what is allowed
   */
  public static LogLevel of(String word) {
    return Arrays.stream(values())
        .filter(level -> level.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + word
                        + "\" is no level; allowed are "
                        + Arrays.stream(values())
                            .map(LogLevel::word)
                            .collect(Collectors.joining(", "))));
  }
}
