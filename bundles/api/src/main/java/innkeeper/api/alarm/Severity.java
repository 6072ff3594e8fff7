package innkeeper.api.alarm;

import innkeeper.api.incident.IncidentKind;
import innkeeper.api.json.JsonWord;
import java.util.Arrays;
import java.util.Locale;

/** How urgent an alarm is, in order of urgency. */
public enum Severity implements JsonWord {
  /**
   * Works again by itself, or can wait until morning: a crash, flapping, a missed run, a host
   * outage.
   */
  WARNING,
  /** Does not work: a crash loop, a failed start or run, a probe outage, a fault. */
  CRITICAL;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The severity of an incident. */
  public static Severity of(IncidentKind kind) {
    return switch (kind) {
      case CRASH, FLAPPING, MEMORY_KILL, MEMORY_RESTART, MISSED_RUN, HOST_OUTAGE -> WARNING;
      default -> CRITICAL;
    };
  }

  /**
   * Reads the form that {@link #word()} writes.
   *
   * @param word one of the words, in any case
   * @throws IllegalArgumentException that names the word and what is allowed
   */
  public static Severity parse(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word().equals(word.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "severity is \"" + word + "\"; allowed: warning, critical"));
  }
}
