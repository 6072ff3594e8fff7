package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.IncidentSource.Trouble;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.Logs;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.history.WordRecords;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Incidents that bundles tell of. */
class TroublesTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  private final MemoryStore store = new MemoryStore();
  private IncidentTracker tracker = tracker();

  @BeforeEach
  void engine() {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
    tracker.load(store, NOW);
  }

  private static IncidentTracker tracker() {
    return new IncidentTracker(
        new IncidentService.Services(
            new AwaitedService<>(IncidentStore.class, "store"),
            new AwaitedService<>(AuditLog.class, "store"),
            new AwaitedService<>(Logs.class, "logging"),
            new AwaitedService<>(Supervisor.class, "supervisor"),
            query -> List.of(),
            WordRecords.service(),
            incident -> {}),
        NOW.minusSeconds(60),
        NOW.minusSeconds(50));
  }

  private static Trouble trouble(String key, String cause) {
    return new Trouble(key, "", cause, NOW.minusSeconds(30));
  }

  private List<Incident> tell(Instant at, Trouble... troubles) {
    tracker.troubles("queue", List.of(troubles), at);
    return saved();
  }

  private List<Incident> saved() {
    tracker.save(store);
    return store.find(List.of(), Instant.MIN, Instant.MAX, Optional.empty(), 100).stream()
        .map(IncidentText::read)
        .toList();
  }

  @Test
  void aTroubleIsOneIncidentWhileItIsReported() {
    tell(NOW, trouble("jobs", "10 wait"));
    List<Incident> lasting = tell(NOW.plusSeconds(5), trouble("jobs", "20 wait"));
    assertEquals(1, lasting.size());
    assertEquals(IncidentKind.FAULT, lasting.get(0).kind());
    assertEquals("queue/jobs", lasting.get(0).subject().source());
    assertEquals("20 wait", lasting.get(0).cause());
    assertEquals(NOW.minusSeconds(30), lasting.get(0).from());
    assertEquals(Optional.of(NOW.plusSeconds(10)), tell(NOW.plusSeconds(10)).get(0).to());
    assertEquals(0, tracker.open());
  }

  @Test
  void aTroubleThatComesBackWithin15MinutesIsTheSameIncidentAndLaterAnother() {
    tell(NOW, trouble("jobs", "x"));
    tell(NOW.plusSeconds(5));
    List<Incident> again = tell(NOW.plusSeconds(600), trouble("jobs", "x"));
    assertEquals(1, again.size());
    assertTrue(again.get(0).open());
    tell(NOW.plusSeconds(610));
    tell(NOW.plusSeconds(2000));
    assertEquals(2, tell(NOW.plusSeconds(2005), trouble("jobs", "x")).size());
  }

  @Test
  void theIncidentsOfASourceThatIsAwayEndAfterAMinute() {
    tell(NOW, trouble("jobs", "x"));
    tracker.sourcesAway(NOW.plusSeconds(59));
    assertTrue(saved().get(0).open());
    tracker.sourcesAway(NOW.plusSeconds(61));
    assertFalse(saved().get(0).open());
  }

  @Test
  void aListOfProjectsEndsNoTrouble() {
    tell(NOW, trouble("jobs", "x"));
    tracker.defined(List.of("api"), NOW);
    assertTrue(saved().get(0).open());
  }

  @Test
  void theNextHostContinuesTheSameIncident() {
    tell(NOW, trouble("jobs", "x"));
    tracker = tracker();
    tracker.load(store, NOW.plusSeconds(20));
    tracker.sourcesAway(NOW.plusSeconds(20));
    List<Incident> after = tell(NOW.plusSeconds(25), trouble("jobs", "x"));
    assertEquals(1, after.size());
    assertTrue(after.get(0).open());
  }

  @Test
  void aReportedCauseIsRedactedAndOneLine() {
    Incident told = tell(NOW, trouble("jobs", "password is hunter2\nand more")).get(0);
    assertEquals("password is [REDACTED] and more", told.cause());
  }
}
