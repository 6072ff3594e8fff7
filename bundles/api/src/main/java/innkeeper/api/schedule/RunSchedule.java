package innkeeper.api.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The schedule that starts or restarts a project. Immutable.
 *
 * @param calendar the due times
 * @param timeZone the zone of the calendar's times; empty for the calendar's own zone, else the
 *     host's
 * @param jitter the maximum delay of a run after its due time; see {@link #begins}
 * @param action the action at a due time
 * @param overlap the treatment of a run whose predecessor has not ended; for {@link Action#START}
 * @param missed the treatment of a run that did not begin at its time
 */
public record RunSchedule(
    CalendarExpression calendar,
    Optional<ZoneId> timeZone,
    Duration jitter,
    Action action,
    Overlap overlap,
    Missed missed) {

  private static final int MOST_LOOKS = 1000;

  /** The action at a due time. */
  public enum Action {
    /** A server that ends by itself is started: the project is a job. */
    START,
    /** A server that runs is restarted. A stopped server remains stopped. */
    RESTART;

    /** Returns the constant's form in a definition's JSON: the name in lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The treatment of a job's run whose predecessor has not ended. */
  public enum Overlap {
    /** The run is skipped, and an incident reports that. */
    SKIP,
    /** The run begins when its predecessor has ended; at most one run waits. */
    QUEUE;

    /** Returns the constant's form in a definition's JSON: the name in lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The treatment of runs whose due time passed while no host ran, or was skipped by a clock
   * change.
   */
  public enum Missed {
    /** An incident reports the missed runs; the next run is the next one on schedule. */
    TELL,
    /** One run replaces all missed runs. */
    RUN;

    /** Returns the constant's form in a definition's JSON: the name in lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks that no component is null.
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

  /** Returns whether the project is a job: the schedule starts it, and it ends by itself. */
  public boolean job() {
    return action == Action.START;
  }

  /**
   * Returns the zone of the calendar's times.
   *
   * @return the schedule's zone, else the calendar's, else the host's
   */
  public ZoneId zone() {
    return timeZone.or(calendar::zone).orElseGet(ZoneId::systemDefault);
  }

  /**
   * Returns the next due time, without jitter.
   *
   * @param after a moment; the result is later
   * @return empty if no due time follows
   */
  public Optional<Instant> due(Instant after) {
    return calendar.next(after, zone());
  }

  /**
   * Returns when the run of a due time begins. The same project's run of the same due time always
   * begins at the same moment, so a restart of the host changes nothing. Other projects get other
   * moments.
   *
   * @param due the result of {@link #due}
   * @return the due time, up to {@code jitter} later, on a whole second
   */
  public Instant begins(String channelId, Instant due) {
    long mixed = (channelId.hashCode() * 0x9E3779B97F4A7C15L) ^ (due.getEpochSecond() << 7);
    mixed = (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
    return due.plusSeconds(Math.floorMod(mixed ^ (mixed >>> 29), jitter.toSeconds() + 1));
  }

  /**
   * Returns when the next run begins.
   *
   * @param after a moment; the result is later
   * @return empty if no due time follows
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
