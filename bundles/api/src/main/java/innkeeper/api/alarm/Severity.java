package innkeeper.api.alarm;

import innkeeper.api.incident.IncidentKind;
import innkeeper.api.json.JsonWord;
import java.util.Arrays;
import java.util.Locale;

/** The urgency of an alarm, the least urgent first. */
public enum Severity implements JsonWord {
  /**
   * The project recovers by itself, or can wait until morning: a crash, flapping, a missed run, a
   * host outage.
   */
  WARNING,
  /** The project does not work: a crash loop, a failed start or run, a probe outage, a fault. */
  CRITICAL;

  /** Returns the severity of an incident. */
  public static Severity of(IncidentKind kind) {
    return switch (kind) {
      case CRASH, FLAPPING, MEMORY_KILL, MEMORY_RESTART, MISSED_RUN, HOST_OUTAGE -> WARNING;
      default -> CRITICAL;
    };
  }

  /**
   * Parses the form that {@link #word()} returns.
   *
   * @param word one of the words; case does not matter
   * @throws IllegalArgumentException if the word is unknown; the message names the word and the
   *     allowed ones
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
