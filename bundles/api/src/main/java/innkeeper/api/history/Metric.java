package innkeeper.api.history;

import innkeeper.api.json.JsonWord;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A value that is sampled every five seconds for each project, and for the host itself. */
public enum Metric implements JsonWord {
  /** Percent of one core, so the value may exceed 100; absent while no server runs. */
  CPU,
  /** Resident memory in bytes; absent while no server runs. */
  RSS,
  /** Lines written to the log, per second. */
  LINES,
  /** Bytes written to the log, per second. */
  BYTES,
  /** Records of level error or above, per second; an estimate for a log that grows fast. */
  ERRORS,
  /** Restarts by policy within the step. */
  RESTARTS,
  /** 1 while the server is ready, else 0. */
  READY;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses the form that {@link #word()} returns.
   *
   * @throws IllegalArgumentException if the word is unknown; the message names the word and the
   *     allowed ones
   */
  public static Metric of(String word) {
    return Arrays.stream(values())
        .filter(metric -> metric.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no metric is called \"" + word + "\"; there are " + words()));
  }

  /** Returns all metrics, for messages: {@code cpu, rss, …}. */
  public static String words() {
    return Arrays.stream(values()).map(Metric::word).collect(Collectors.joining(", "));
  }
}
