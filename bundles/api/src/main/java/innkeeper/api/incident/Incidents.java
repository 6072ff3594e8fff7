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
 * Incidents of projects and of the host. Provided by the history bundle; the service is away while
 * that bundle is replaced or not installed. Safe for many threads. No method returns null. Each
 * throws {@link innkeeper.api.store.StoreException} if bot.db cannot be read or written.
 */
@ProviderType
public interface Incidents {

  /** For how long ended incidents are kept. */
  Duration KEPT = Duration.ofDays(90);

  /** Within so long of its end an incident lasts again instead of a new one. */
  Duration REOPENS = Duration.ofMinutes(15);

  /** The longest time that {@link #snooze} takes. */
  Duration LONGEST_SNOOZE = Duration.ofDays(7);

  /** How many {@link #find} returns at most. */
  int MOST = 1000;

  /**
   * Incidents, newest first.
   *
   * @return empty if there is none
   * @throws IllegalArgumentException if a project is unknown, {@code from} is after {@code to}, or
   *     {@code limit} is out of range
   */
  List<Incident> find(Query query);

  /**
   * One incident.
   *
   * @return empty if there is none
   */
  Optional<Incident> incident(long id);

  /**
   * Notes that somebody has seen it. The first one stays.
   *
   * @param actor who has
   * @return the incident as it is now
   * @throws UnknownIncidentException if there is none of that number
   */
  Incident acknowledge(long id, Actor actor);

  /**
   * Notes that nobody wants to hear of it for a while.
   *
   * @param span from now; a minute to {@link #LONGEST_SNOOZE}
   * @return the incident as it is now
   * @throws UnknownIncidentException if there is none of that number
   * @throws IllegalArgumentException if the span is out of range
   */
  Incident snooze(long id, Duration span, Actor actor);

  /**
   * How many incidents last.
   *
   * @return without a look at bot.db
   */
  int open();

  /**
   * What is asked for.
   *
   * @param projects channelIds or names; empty for all, and the host's own
   * @param from only what lasted at this time or later
   * @param to only what had begun by this time
   * @param open only what lasts, or only what has ended; empty for both
   * @param limit how many at most, 1–{@link #MOST}
   */
  record Query(
      List<String> projects, Instant from, Instant to, Optional<Boolean> open, int limit) {}

  /**
   * Reads a span: {@code 90s}, {@code 30m}, {@code 2h}, {@code 1d}.
   *
   * @param text a whole number and a unit
   * @throws IllegalArgumentException that names the text and what is allowed
   */
  static Duration span(String text) {
    Matcher parts = Pattern.compile("([0-9]{1,9})([smhd])").matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no span of time; write a number and s, m, h or d, such as 2h");
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

    /** Makes one for a number that was asked for. */
    public UnknownIncidentException(long id) {
      super("no incident has the number " + id + "; see: innkeeper incidents");
    }
  }
}
