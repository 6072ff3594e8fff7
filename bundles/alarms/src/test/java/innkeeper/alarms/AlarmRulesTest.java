package innkeeper.alarms;

import static innkeeper.alarms.SampleIncidents.NOW;
import static innkeeper.alarms.SampleIncidents.ended;
import static innkeeper.alarms.SampleIncidents.open;
import static innkeeper.alarms.SampleIncidents.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.alarms.AlarmRules.Policy;
import innkeeper.alarms.AlarmRules.Told;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.common.time.DailySpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlarmRulesTest {

  private static final Policy PLAIN =
      new Policy(Duration.ofSeconds(10), Duration.ZERO, Optional.empty(), true);

  private Told told = Told.NOTHING;

  private Optional<AlarmPhase> due(Incident incident, Policy policy, int seconds) {
    Instant at = NOW.plusSeconds(seconds);
    Optional<AlarmPhase> due = AlarmRules.due(incident, told, policy, at);
    due.ifPresent(phase -> told = told.with(phase, at));
    return due;
  }

  private List<AlarmPhase> looks(Incident incident, int from, int to) {
    List<AlarmPhase> said = new ArrayList<>();
    for (int s = from; s <= to; s += 2) {
      due(incident, PLAIN, s).ifPresent(said::add);
    }
    return said;
  }

  @Test
  void anIncidentCausesOneAlarmForItsBeginningAndOneForItsEnd() {
    assertEquals(List.of(AlarmPhase.OPENED), looks(open(1, IncidentKind.CRASH_LOOP), 0, 600));
    Incident over = ended(1, IncidentKind.CRASH_LOOP, NOW.plusSeconds(600));
    assertEquals(List.of(AlarmPhase.CLOSED), looks(over, 602, 4000));
  }

  @Test
  void anIncidentThatEndsWithinTheDelayCausesNoAlarm() {
    assertEquals(List.of(), looks(open(1, IncidentKind.CRASH), 0, 8));
    assertEquals(List.of(), looks(ended(1, IncidentKind.CRASH, NOW.plusSeconds(9)), 10, 4000));
  }

  @Test
  void anIncidentThatReopensCausesTwoBeginningsAtMost() {
    List<AlarmPhase> said = new ArrayList<>();
    for (int cycle = 0; cycle < 20; cycle++) {
      int at = 20 + cycle * 140;
      said.addAll(looks(open(1, IncidentKind.CRASH), at, at + 70));
      Instant end = NOW.plusSeconds(at + 70L);
      said.addAll(looks(ended(1, IncidentKind.CRASH, end), at + 72, at + 138));
    }
    assertEquals(List.of(AlarmPhase.OPENED, AlarmPhase.CLOSED, AlarmPhase.OPENED), said);
    Incident over = ended(1, IncidentKind.CRASH, NOW.plusSeconds(3000));
    assertEquals(List.of(), looks(over, 3000, 3898));
    assertEquals(List.of(AlarmPhase.CLOSED), looks(over, 3900, 6000));
  }

  @Test
  void anAcknowledgedIncidentCausesAnAlarmForItsEndOnly() {
    Incident loop = open(1, IncidentKind.CRASH_LOOP);
    assertEquals(List.of(), looks(seen(loop, true, Optional.empty()), 0, 100));
    assertEquals(List.of(AlarmPhase.OPENED), looks(loop, 100, 110));
    Incident over = ended(1, IncidentKind.CRASH_LOOP, NOW.plusSeconds(120));
    assertEquals(List.of(AlarmPhase.CLOSED), looks(seen(over, true, Optional.empty()), 122, 200));
  }

  @Test
  void aSnoozedIncidentWaitsUntilTheSnoozeIsOver() {
    Incident snoozed =
        seen(open(1, IncidentKind.CRASH_LOOP), false, Optional.of(NOW.plusSeconds(100)));
    assertEquals(List.of(), looks(snoozed, 0, 98));
    assertEquals(List.of(AlarmPhase.OPENED), looks(snoozed, 100, 200));
  }

  @Test
  void quietHoursDelayWarningsAndCriticalAlarmsUnlessConfigured() {
    Optional<DailySpan> night = Optional.of(DailySpan.parse("22:00-07:00 UTC"));
    Policy passes = new Policy(Duration.ZERO, Duration.ZERO, night, true);
    Policy nothing = new Policy(Duration.ZERO, Duration.ZERO, night, false);
    Incident warning = open(1, IncidentKind.FLAPPING);
    Incident critical = open(2, IncidentKind.CRASH_LOOP);
    int morning = (3 * 60 + 48) * 60; // 07:00
    assertEquals(Optional.empty(), due(warning, passes, 20));
    assertEquals(Optional.empty(), due(critical, nothing, 20));
    assertEquals(Optional.empty(), due(critical, nothing, morning - 1));
    assertEquals(Optional.of(AlarmPhase.OPENED), due(critical, passes, 20));
    told = Told.NOTHING;
    assertEquals(Optional.of(AlarmPhase.OPENED), due(warning, passes, morning));
  }

  @Test
  void remindersContinueUntilTheIncidentIsAcknowledged() {
    Policy hourly = new Policy(Duration.ZERO, Duration.ofHours(1), Optional.empty(), true);
    Incident loop = open(1, IncidentKind.CRASH_LOOP);
    assertEquals(Optional.of(AlarmPhase.OPENED), due(loop, hourly, 0));
    assertEquals(Optional.empty(), due(loop, hourly, 3599));
    assertEquals(Optional.of(AlarmPhase.REMINDER), due(loop, hourly, 3600));
    assertEquals(Optional.empty(), due(loop, hourly, 3602));
    assertEquals(Optional.empty(), due(seen(loop, true, Optional.empty()), hourly, 7200));
  }

  @Test
  void anOutageOfTheHostCausesOneAlarmForItsEnd() {
    Incident outage = ended(1, IncidentKind.HOST_OUTAGE, NOW.plusSeconds(300));
    assertEquals(List.of(AlarmPhase.CLOSED), looks(outage, 300, 4000));
  }
}
