package innkeeper.alarms;

import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Severity;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import innkeeper.common.time.DailySpan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides which alarm of an incident a channel must get now: a pure function. A channel gets one
 * alarm for the beginning and one for the end. If the incident opens again after that, the channel
 * gets a second beginning. The second end follows when the incident cannot continue any more.
 */
final class AlarmRules {

  private static final int MOST_OPENED = 2;

  /**
   * The alarms about one incident that a channel has got.
   *
   * @param opened the number of beginnings
   * @param closed the number of ends
   * @param last the time of the last alarm
   */
  record Told(int opened, int closed, Instant last) {

    static final Told NOTHING = new Told(0, 0, Instant.EPOCH);

    /** Returns whether the channel got the beginning but not the end. */
    boolean outstanding() {
      return opened > closed;
    }

    Told with(AlarmPhase phase, Instant at) {
      return switch (phase) {
        case OPENED -> new Told(opened + 1, closed, at);
        case CLOSED -> new Told(opened, closed + 1, at);
        default -> new Told(opened, closed, at);
      };
    }
  }

  /**
   * The settings.
   *
   * @param delay an incident that ends sooner causes no alarm
   * @param remind zero for never
   * @param quiet empty for no quiet hours
   * @param criticalPasses whether critical alarms are sent in quiet hours
   */
  record Policy(
      Duration delay, Duration remind, Optional<DailySpan> quiet, boolean criticalPasses) {

    boolean quiet(Severity severity, Instant now) {
      return quiet.filter(span -> span.contains(now)).isPresent()
          && !(criticalPasses && severity == Severity.CRITICAL);
    }
  }

  private AlarmRules() {}

  /** Returns the alarm to send now; empty if none must be sent. */
  static Optional<AlarmPhase> due(Incident incident, Told told, Policy policy, Instant now) {
    boolean snoozed = incident.acknowledgement().snoozedUntil().filter(now::isBefore).isPresent();
    if (snoozed || policy.quiet(Severity.of(incident.kind()), now)) {
      return Optional.empty();
    }
    return incident.open() ? lasting(incident, told, policy, now) : over(incident, told, now);
  }

  private static Optional<AlarmPhase> lasting(
      Incident incident, Told told, Policy policy, Instant now) {
    if (incident.acknowledgement().by().isPresent()) {
      return Optional.empty();
    }
    if (told.outstanding()) {
      boolean remind = !policy.remind().isZero() && !told.last().plus(policy.remind()).isAfter(now);
      return remind ? Optional.of(AlarmPhase.REMINDER) : Optional.empty();
    }
    boolean waited = !incident.from().plus(policy.delay()).isAfter(now);
    return waited && told.opened() < MOST_OPENED
        ? Optional.of(AlarmPhase.OPENED)
        : Optional.empty();
  }

  private static Optional<AlarmPhase> over(Incident incident, Told told, Instant now) {
    boolean last = told.closed() == 0 || ended(incident).plus(Incidents.REOPENS).isBefore(now);
    // The beginning of a host outage cannot be sent, because no host ran: only the end is sent.
    boolean outage = incident.kind() == IncidentKind.HOST_OUTAGE && told.equals(Told.NOTHING);
    return told.outstanding() && last || outage && incident.acknowledgement().by().isEmpty()
        ? Optional.of(AlarmPhase.CLOSED)
        : Optional.empty();
  }

  static Instant ended(Incident incident) {
    return incident.to().orElse(Instant.MAX);
  }
}
