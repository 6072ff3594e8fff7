package innkeeper.schedule;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.common.time.IsoTime;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one project's schedule between two checks. It is kept over restarts of the host.
 * Immutable.
 *
 * @param schedule the schedule as text; a change of this text resets the state
 * @param handled the due time up to which all runs were handled
 * @param intent the run that must begin now; it may not have begun yet
 * @param queued the due time of the run that waits until the previous run ends
 * @param lastRun when the last run began
 * @param missed the runs that did not begin at their time; kept until a later run begins
 */
record RunMemory(
    String schedule,
    Instant handled,
    @JsonForm(empty = Empty.OMITTED) Optional<Intent> intent,
    @JsonForm(empty = Empty.OMITTED) Optional<Instant> queued,
    @JsonForm(empty = Empty.OMITTED) Optional<Instant> lastRun,
    @JsonForm(empty = Empty.OMITTED) Optional<MissedRun> missed)
    implements JsonBody {

  /**
   * A run that must begin.
   *
   * @param due when it was due
   * @param at when it was first tried; a server that was started since belongs to this run
   */
  record Intent(Instant due, Instant at) {}

  /**
   * Runs that did not begin at their time, without a later run that did.
   *
   * @param due when the last of them was due
   * @param at when the last of them was noticed
   * @param cause why the last of them did not begin, one sentence
   * @param since when the first of them was noticed
   * @param count the number of these runs
   */
  record MissedRun(Instant due, Instant at, String cause, Instant since, int count) {

    /** Returns the cause as one sentence, with the number of runs. */
    String sentence() {
      return since.equals(at)
          ? cause
          : count + " runs did not begin since " + IsoTime.text(since) + "; the last: " + cause;
    }
  }

  static RunMemory begin(String schedule, Instant now) {
    return new RunMemory(
        schedule, now, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  RunMemory handled(Instant due) {
    return new RunMemory(schedule, due, intent, queued, lastRun, missed);
  }

  RunMemory intends(Instant due, Instant now) {
    Optional<Intent> begins = Optional.of(new Intent(due, now));
    return new RunMemory(schedule, handled, begins, Optional.empty(), lastRun, missed);
  }

  RunMemory queued(Optional<Instant> due) {
    return new RunMemory(schedule, handled, intent, due, lastRun, missed);
  }

  RunMemory begun(Instant at) {
    return new RunMemory(schedule, handled, Optional.empty(), queued, Optional.of(at), missed);
  }

  /** Returns a copy without the run that should begin. */
  RunMemory givenUp() {
    return new RunMemory(schedule, handled, Optional.empty(), queued, lastRun, missed);
  }

  /**
   * Returns a copy for runs that belong to another host until then: none begins here, and none was
   * missed.
   */
  RunMemory leftToAnother(Instant until) {
    Optional<Instant> none = Optional.empty();
    return new RunMemory(schedule, until, Optional.empty(), none, lastRun, Optional.empty());
  }

  /** Returns a copy with one or more further missed runs. */
  RunMemory misses(Instant due, Instant now, String cause, int count) {
    Instant since = missed.map(MissedRun::since).orElse(now);
    int before = missed.map(MissedRun::count).orElse(0);
    return missed(Optional.of(new MissedRun(due, now, cause, since, before + count)));
  }

  RunMemory missed(Optional<MissedRun> now) {
    return new RunMemory(schedule, handled, intent, queued, lastRun, now);
  }
}
