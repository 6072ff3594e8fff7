package innkeeper.api.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * When a project is started or restarted by itself. Immutable.
 *
 * @param calendar when it is due
 * @param timeZone the zone of the calendar's times; empty for the calendar's own, else the host's
 * @param jitter a run begins up to so much later than it is due; see {@link #begins}
 * @param action what is done then
 * @param overlap what is done if the run before has not ended; for {@link Action#START}
 * @param missed what is done about a run that did not begin at its time
 */
public record RunSchedule(
    CalendarExpression calendar,
    Optional<ZoneId> timeZone,
    Duration jitter,
    Action action,
    Overlap overlap,
    Missed missed) {

  private static final int MOST_LOOKS = 1000;

  /** What is done when it is due. */
  public enum Action {
    /** A server that ends by itself is started: a job. */
    START,
    /** A server that runs is restarted. One that is stopped stays so. */
    RESTART;

    /**
     * The constant's form in a definition's JSON.
     *
     * @return the name in lower case
     */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a job's run that is due does while the one before has not ended. */
  public enum Overlap {
    /** It is left out, and an incident says so. */
    SKIP,
    /** It begins when that one has ended; at most one waits. */
    QUEUE;

    /**
     * The constant's form in a definition's JSON.
     *
     * @return the name in lower case
     */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What becomes of runs that were due while no host ran, or that the clock left out. */
  public enum Missed {
    /** An incident tells; the next run is the next one due. */
    TELL,
    /** One run makes up for all of them. */
    RUN;

    /**
     * The constant's form in a definition's JSON.
     *
     * @return the name in lower case
     */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks that nothing is null.
   *
   * @param jitter not null, not negative
   * @throws NullPointerException if a component is null
   */
  public RunSchedule {
    Objects.requireNonNull(calendar);
    Objects.requireNonNull(timeZone);
    Objects.requireNonNull(jitter);
    Objects.requireNonNull(action);
    Objects.requireNonNull(overlap);
    Objects.requireNonNull(missed);
  }

  /**
   * The zone in which the calendar's times are told.
   *
   * @return the schedule's, else the calendar's, else the host's
   */
  public ZoneId zone() {
    return timeZone.or(calendar::zone).orElseGet(ZoneId::systemDefault);
  }

  /**
   * The next time that a run is due, without jitter.
   *
   * @param after a moment; the result is later
   * @return empty if none is due any more
   */
  public Optional<Instant> due(Instant after) {
    return calendar.next(after, zone());
  }

  /**
   * When the run of a due time begins. The same project's run of the same time always begins at the
   * same moment, so a restart of the host changes nothing; other projects get other moments.
   *
   * @param due from {@link #due}
   * @return the due time, up to {@code jitter} later, on a whole second
   */
  public Instant begins(String channelId, Instant due) {
    long mixed = (channelId.hashCode() * 0x9E3779B97F4A7C15L) ^ (due.getEpochSecond() << 7);
    mixed = (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
    return due.plusSeconds(Math.floorMod(mixed ^ (mixed >>> 29), jitter.toSeconds() + 1));
  }

  /**
   * When the next run begins.
   *
   * @param after a moment; the result is later
   * @return empty if none is due any more
   */
  public Optional<Instant> next(String channelId, Instant after) {
    Optional<Instant> due = due(after.minus(jitter));
    Optional<Instant> first = Optional.empty();
    for (int look = 0; look < MOST_LOOKS && due.isPresent(); look++) {
      Instant at = begins(channelId, due.get());
      if (at.isAfter(after) && (first.isEmpty() || at.isBefore(first.get()))) {
        first = Optional.of(at);
      }
      due = due(due.get());
      if (first.isPresent() && (due.isEmpty() || !due.get().isBefore(first.get()))) {
        break;
      }
    }
    return first;
  }
}
