package innkeeper.api.incident;

import innkeeper.api.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Incidents of projects and of the host. The history bundle provides it; the service is away while
 * that bundle is replaced or not installed. Safe for many threads. No method returns null. Each
 * method throws {@link innkeeper.api.store.StoreException} if bot.db cannot be read or written.
 */
@ProviderType
public interface Incidents {

  /** The retention of ended incidents. */
  Duration KEPT = Duration.ofDays(90);

  /** The span after its end in which an incident is reopened instead of a new one being created. */
  Duration REOPENS = Duration.ofMinutes(15);

  /** The minimum span of {@link #snooze}. */
  Duration SHORTEST_SNOOZE = Duration.ofMinutes(1);

  /** The maximum span of {@link #snooze}. */
  Duration LONGEST_SNOOZE = Duration.ofDays(7);

  /** The maximum number of incidents that {@link #find} returns. */
  int MOST = 1000;

  /**
   * Returns incidents, newest first.
   *
   * @return empty if no incident matches
   * @throws IllegalArgumentException if a project is unknown, {@code from} is after {@code to}, or
   *     {@code limit} is out of range
   */
  List<Incident> find(Query query);

  /** Returns one incident, or empty if no incident has that number. */
  Optional<Incident> incident(long id);

  /**
   * Records that a person has seen the incident. The first acknowledgement is kept.
   *
   * @param actor the person
   * @return the incident after the change
   * @throws UnknownIncidentException if no incident has that number
   */
  Incident acknowledge(long id, Actor actor);

  /**
   * Suppresses reminders of the incident for a span.
   *
   * @param span the length from now on; {@link #SHORTEST_SNOOZE} to {@link #LONGEST_SNOOZE}
   * @return the incident after the change
   * @throws UnknownIncidentException if no incident has that number
   * @throws IllegalArgumentException if the span is out of range
   */
  Incident snooze(long id, Duration span, Actor actor);

  /**
   * Returns the number of incidents that last.
   *
   * @return a count that is kept in memory; bot.db is not read
   */
  int open();

  /**
   * A request for incidents.
   *
   * @param projects channelIds or names; empty for all projects and the host
   * @param from only incidents that lasted at this time or later
   * @param to only incidents that had begun by this time
   * @param open true for incidents that last, false for ended ones; empty for both
   * @param limit the maximum number, 1–{@link #MOST}
   */
  record Query(
      List<String> projects, Instant from, Instant to, Optional<Boolean> open, int limit) {}

  /**
   * Parses a span: {@code 90s}, {@code 30m}, {@code 2h}, {@code 1d}.
   *
   * @param text a whole number and a unit
   * @throws IllegalArgumentException if the text is not a span; the message names the text and the
   *     allowed form
   */
  static Duration span(String text) {
    Matcher parts = Pattern.compile("([0-9]{1,9})([smhd])").matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a span of time; write a number and s, m, h or d, such as 2h");
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** No incident has that number. */
  class UnknownIncidentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception for a requested number. */
    public UnknownIncidentException(long id) {
      super("no incident has the number " + id + "; see: innkeeper incidents");
    }
  }
}
