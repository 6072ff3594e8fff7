package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import java.time.Instant;
import java.util.Optional;

/**
 * The known facts about one project between two statuses. Immutable.
 *
 * @param incident that is open, or ended so recently that it may continue
 * @param lastEnd when the last server ended that was counted
 * @param attempt whether a start was seen and its end was not
 * @param halt the begin of the last BACKOFF or FATAL that was counted
 * @param ran whether the present server has been RUNNING
 * @param wasReady whether the present server has been ready
 * @param wellSince since when it is RUNNING and ready; empty if it is not
 * @param unreadySince since when it is RUNNING and not ready; empty if it is not
 * @param tries starts that failed or ended, up to the last that was counted; -1 if unknown
 * @param reason why it is in its state; "" if that says nothing about its trouble
 * @param gaveUp whether it is FATAL
 * @param expected whether the last end that was counted had a success code
 */
record Situation(
    Optional<Incident> incident,
    Instant lastEnd,
    boolean attempt,
    Instant halt,
    boolean ran,
    boolean wasReady,
    Optional<Instant> wellSince,
    Optional<Instant> unreadySince,
    int tries,
    String reason,
    boolean gaveUp,
    boolean expected) {

  /**
   * Returns the situation before the first status.
   *
   * @param incident that an earlier host left
   * @param since the time up to which that host counted all ends
   */
  static Situation of(Optional<Incident> incident, Instant since) {
    Instant last =
        incident.stream()
            .flatMap(i -> i.course().ends().stream())
            .map(Incident.End::at)
            .max(Instant::compareTo)
            .filter(end -> end.isAfter(since))
            .orElse(since);
    return new Situation(
        incident,
        last,
        false,
        Instant.MIN,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        -1,
        "",
        false,
        incident.filter(i -> i.cause().startsWith(Cause.EXITED)).isPresent());
  }

  Situation with(Optional<Incident> now) {
    return new Situation(
        now,
        lastEnd,
        attempt,
        halt,
        ran,
        wasReady,
        wellSince,
        unreadySince,
        tries,
        reason,
        gaveUp,
        expected);
  }

  /**
   * Returns the sentence about the incident, from the present facts.
   *
   * @param away whether a server that ended last did so while no host ran
   * @param output the last output of its probe; "" if unknown
   */
  String cause(Incident of, boolean away, String output) {
    return Cause.of(of, this, away, output);
  }

  /** Returns the incident, if it is open. */
  Optional<Incident> lasting() {
    return incident.filter(Incident::open);
  }
}
