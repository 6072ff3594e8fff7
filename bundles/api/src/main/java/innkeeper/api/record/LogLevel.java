package innkeeper.api.record;

import innkeeper.api.json.JsonWord;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The severity of a log record, the least severe first. */
public enum LogLevel implements JsonWord {
  /** Details for the search for a fault: debug, trace, verbose. */
  DEBUG,
  /** Ordinary records: info, notice, a line without a level. */
  INFO,
  /** Conditions that may need attention: warn, warning, deprecated. */
  WARN,
  /** Failures: error, fatal, critical, a stack trace. */
  ERROR;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses a level's word.
   *
   * @param word {@code debug}, {@code info}, {@code warn} or {@code error}
   * @throws IllegalArgumentException if the word is unknown; the message names the word and the
   *     allowed ones
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
