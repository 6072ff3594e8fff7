package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one project between two looks. Immutable.
 *
 * @param incident that lasts, or ended so shortly ago that it may go on
 * @param lastEnd when the last server ended that was counted
 * @param attempt whether a start was seen whose end was not
 * @param halt since when it was in BACKOFF or FATAL, the last time that was counted
 * @param ran whether the present server has been RUNNING
 * @param wasReady whether the present server has been ready
 * @param wellSince since when it is RUNNING and ready; empty if it is not
 * @param unreadySince since when it is RUNNING and not ready; empty if it is not
 * @param tries starts that failed or ended, up to the last that was counted; -1 if not known
 * @param reason why it is in its state; "" where that says nothing about its trouble
 * @param gaveUp whether it is FATAL
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
    boolean gaveUp) {

  /**
   * Before the first look.
   *
   * @param incident that an earlier host left
   * @param since what ended before was counted by that host
   */
  static Situation of(Optional<Incident> incident, Instant since) {
    Instant last =
        incident.stream()
            .flatMap(i -> i.ends().stream())
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
        false);
  }

  Situation with(Optional<Incident> now) {
    return new Situation(
        now, lastEnd, attempt, halt, ran, wasReady, wellSince, unreadySince, tries, reason, gaveUp);
  }

  /**
   * The sentence about the incident, by what is known now.
   *
   * @param away whether a server that ended last did so while no host ran
   * @param output what its probe said last; "" if that is not known
   */
  String cause(Incident of, boolean away, String output) {
    return Cause.of(of, reason, gaveUp, away, output);
  }

  /** The incident, if it lasts. */
  Optional<Incident> lasting() {
    return incident.filter(Incident::open);
  }
}
