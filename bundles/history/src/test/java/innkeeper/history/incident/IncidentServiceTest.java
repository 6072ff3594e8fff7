package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.Logs;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.history.Statuses;
import innkeeper.history.WordRecords;
import innkeeper.testkit.FakeClock;
import innkeeper.testkit.FakeLogs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IncidentServiceTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
  private static final Actor ANN = new Actor(Actor.Via.CLI, "1000", "ann");

  private final MemoryStore store = new MemoryStore();
  private final FakeClock printing = new FakeClock(NOW.minusSeconds(12));
  private final FakeLogs log = new FakeLogs(printing);
  private final Entries audit = new Entries();
  private final List<Incident> told = new CopyOnWriteArrayList<>();
  private final AwaitedService<IncidentStore> stores =
      new AwaitedService<>(IncidentStore.class, "store");
  private IncidentService service;

  /** An audit record in memory. */
  private static final class Entries implements AuditLog {

    final List<AuditEntry> all = new ArrayList<>();

    void add(Instant ts, String action, String channelId, Actor actor, String detail) {
      all.add(new AuditEntry(all.size() + 1, ts, action, channelId, actor, "ok", detail, "", ""));
    }

    @Override
    public AuditEntry append(AuditDraft draft) {
      add(NOW, draft.action(), draft.channelId(), draft.actor(), draft.detail());
      return all.get(all.size() - 1);
    }

    @Override
    public Page entries(int limit, long before, String channelId, String action) {
      List<AuditEntry> found =
          all.stream().filter(e -> channelId.isEmpty() || e.channelId().equals(channelId)).toList();
      return new Page(found, OptionalLong.empty());
    }

    @Override
    public Verification verify() {
      throw new UnsupportedOperationException();
    }
  }

  @BeforeEach
  void open() {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
    stores.add(store);
    service = service();
  }

  private IncidentService service() {
    AwaitedService<AuditLog> audits = new AwaitedService<>(AuditLog.class, "store");
    audits.add(audit);
    AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");
    logs.add(log);
    History history =
        query ->
            List.of(
                new History.Series(
                    "api",
                    Duration.ofSeconds(5),
                    Map.of(
                        Metric.CPU,
                        List.of(new History.Point(NOW, 1, 1, 1), new History.Point(NOW, 3, 3, 3)),
                        Metric.RSS,
                        List.of())));
    return new IncidentService(
        new IncidentService.Services(
            stores,
            audits,
            logs,
            new AwaitedService<>(Supervisor.class, "supervisor"),
            history,
            WordRecords.service(),
            told::add),
        Clock.fixed(NOW, ZoneOffset.UTC),
        NOW.minusSeconds(60),
        NOW.minusSeconds(2));
  }

  @AfterEach
  void close() {
    service.close();
  }

  private List<Incident> all() {
    // Behind all that was told: it goes through the same thread.
    assertThrows(Incidents.UnknownIncidentException.class, () -> service.acknowledge(999, ANN));
    return service.find(
        new Incidents.Query(List.of(), Instant.MIN, Instant.MAX, Optional.empty(), 100));
  }

  private static Statuses crashed(int ago) {
    Instant at = NOW.minusSeconds(ago);
    return Statuses.of("api").in(ProjectState.BACKOFF, at).ended(1, at, false);
  }

  private void runs() {
    service.changed(Statuses.of("api").in(ProjectState.RUNNING, NOW.minusSeconds(50)).status());
  }

  @Test
  void anIncidentHasLinesChangesAndUsage() {
    audit.add(NOW.minusSeconds(7200), "project.change", "api", ANN, "too long ago");
    audit.add(NOW.minusSeconds(3000), "project.change", "api", ANN, "command, env");
    audit.add(NOW.minusSeconds(2000), "project.change", "web", ANN, "another project");
    audit.add(NOW.minusSeconds(1000), "surface.install", "", ANN, "innkeeper.admin 0.2.0");
    audit.add(NOW.minusSeconds(900), "host.upgrade", "", ANN, "0.2.0");
    audit.add(NOW.minusSeconds(9), "project.restart", "api", ANN, "");
    audit.add(NOW.minusSeconds(8), "project.restart", "api", Actor.SUPERVISOR, "");
    for (int i = 0; i < 30; i++) {
      log.line("api", "line " + i);
    }
    log.line("api", "KeyError: 'sku-31'");
    runs();
    service.changed(crashed(10).status());
    Incident incident = all().get(0);
    assertEquals(IncidentKind.CRASH, incident.kind());
    assertEquals("Crashed once: KeyError: 'sku-31' (exited with code 1)", incident.cause());
    assertEquals(10, incident.course().ends().get(0).lines().size());
    assertEquals("KeyError: 'sku-31'", incident.course().ends().get(0).lines().get(9));
    assertEquals(
        List.of(
            "definition command, env",
            "bundle surface.install innkeeper.admin 0.2.0",
            "release host.upgrade 0.2.0"),
        incident.context().changes().stream().map(c -> c.what() + " " + c.detail()).toList());
    assertEquals(
        List.of(new Incident.Action(NOW.minusSeconds(9), "project.restart", ANN)),
        incident.context().actors());
    assertEquals(
        Optional.of(new Incident.Range(1, 2, 3)),
        incident.context().resources().orElseThrow().cpuPercent());
    assertEquals(Optional.empty(), incident.context().resources().orElseThrow().rssBytes());
    assertEquals(1, service.open());
  }

  @Test
  void anErrorOfAnEarlierServerIsNotTheCause() {
    log.line("api", "KeyError: 1");
    runs();
    service.changed(crashed(10).status());
    all();
    log.line("api", "I was killed");
    runs();
    service.changed(crashed(5).status());
    List<Incident.End> ends = all().get(0).course().ends();
    assertEquals(List.of("KeyError: 1", ""), ends.stream().map(Incident.End::error).toList());
    assertEquals(List.of("I was killed"), ends.get(1).lines());
  }

  @Test
  void aListenerGetsEachStoredChange() {
    runs();
    service.changed(crashed(10).status());
    Incident began = all().get(0);
    service.acknowledge(began.id(), ANN);
    service.look(List.of());
    Incident over = all().get(0);
    assertEquals(over, told.get(told.size() - 1));
    assertEquals(List.of(began.id()), told.stream().map(Incident::id).distinct().toList());
    assertTrue(told.stream().anyMatch(i -> i.open() && i.acknowledgement().by().isEmpty()));
    assertTrue(told.stream().anyMatch(i -> i.open() && i.acknowledgement().by().isPresent()));
  }

  @Test
  void theNextHostContinuesTheSameIncident() {
    runs();
    service.changed(crashed(10).status());
    all();
    service.close();
    service = service();
    service.look(List.of(crashed(10).status()));
    service.changed(Statuses.of("api").in(ProjectState.STARTING, NOW).status());
    service.changed(crashed(2).status());
    List<Incident> found = all();
    assertEquals(1, found.size());
    assertEquals(2, found.get(0).course().runs());
  }

  @Test
  void anIncidentOfARemovedProjectEnds() {
    runs();
    service.changed(crashed(10).status());
    service.look(List.of());
    assertEquals(Optional.of(NOW), all().get(0).to());
    assertEquals(0, service.open());
  }

  @Test
  void aFailedWriteIsRetried() {
    store.broken = true;
    runs();
    service.changed(crashed(10).status());
    service.progress("failed", 0, "no room for hunter2");
    service.progress("copying", 50, "bot.db");
    store.broken = false;
    service.look(List.of(crashed(10).status()));
    List<Incident> found = all();
    assertEquals(2, found.size());
    assertTrue(
        found.stream().anyMatch(i -> i.cause().equals("A backup failed: no room for [REDACTED]")),
        found.toString());
  }

  @Test
  void aFailedBackupIsAnIncidentUntilABackupSucceeds() {
    service.progress("failed", 0, "no room");
    service.progress("failed", 0, "no room");
    service.progress("published", 100, "bot-1.db");
    service.progress("published", 100, "bot-2.db");
    List<Incident> found = all();
    assertEquals(1, found.size());
    assertEquals(IncidentKind.BACKUP_FAILURE, found.get(0).kind());
    assertEquals(2, found.get(0).course().runs());
    assertEquals(Optional.of(NOW), found.get(0).to());
    assertEquals("", found.get(0).channelId());
  }

  @Test
  void aHostOutageIsKeptWhileNothingCanBeWritten() {
    stores.remove(store);
    service.outage(NOW.minusSeconds(90), NOW, Optional.empty(), false);
    service.look(List.of());
    stores.add(store);
    service.look(List.of());
    List<Incident> found = all();
    assertEquals(1, found.size());
    assertEquals(IncidentKind.HOST_OUTAGE, found.get(0).kind());
    assertEquals(
        "No host ran for at most 90 s: the host process ended without being stopped",
        found.get(0).cause());
    service.close();
    service = service();
    service.look(List.of());
    assertEquals(1, all().size(), "told once");
  }

  @Test
  void aHostOutageQuotesOnlyTheEndOfThatHost() {
    hostLine(600, "Error: thread ended name=long-ago");
    hostLine(110, "Error: thread ended name=the-host-before");
    hostLine(100, "INFO all is well");
    hostLine(89, "Error: OutOfMemoryError");
    hostLine(88, "Error: project failed \"channelId\":\"web\" OutOfMemoryError in its log");
    hostLine(87, "Error: health check failed");
    hostLine(1, "Error: OutOfMemoryError of the next host");
    service.outage(NOW.minusSeconds(90), NOW, Optional.of(NOW.minusSeconds(105)), true);
    service.look(List.of());
    Incident found = all().get(0);
    assertEquals(
        "No host ran for at most 87 s: the machine went down or was restarted; its log: Error:"
            + " OutOfMemoryError",
        found.cause());
    assertEquals(NOW.minusSeconds(87), found.from(), "it wrote a line after its last sample");
    assertEquals(4, found.course().ends().get(0).lines().size());
  }

  @Test
  void anErrorThatHasNothingToDoWithTheEndOfTheHostIsNotQuoted() {
    hostLine(89, "Error: project failed channelId=secf");
    service.outage(NOW.minusSeconds(90), NOW, Optional.empty(), false);
    service.look(List.of());
    assertTrue(all().get(0).cause().endsWith("without being stopped"), all().get(0).cause());
  }

  private void hostLine(int secondsAgo, String text) {
    printing.set(NOW.minusSeconds(secondsAgo));
    log.line(Logs.MAIN, text);
  }

  @Test
  void anIncidentIsAcknowledgedOnceAndSnoozed() {
    runs();
    service.changed(crashed(10).status());
    long id = all().get(0).id();
    Incident seen = service.acknowledge(id, ANN);
    assertEquals(Optional.of(ANN), seen.acknowledgement().by());
    service.acknowledge(id, Actor.HOST);
    assertEquals(Optional.of(ANN), service.incident(id).orElseThrow().acknowledgement().by());
    Incident snoozed = service.snooze(id, Duration.ofHours(2), ANN);
    assertEquals(Optional.of(NOW.plusSeconds(7200)), snoozed.acknowledgement().snoozedUntil());
    AuditEntry entry = audit.all.get(audit.all.size() - 1);
    assertEquals("incident.snooze", entry.action());
    assertEquals("api", entry.channelId());
    for (Duration bad : List.of(Duration.ofSeconds(59), Duration.ofDays(8))) {
      assertThrows(IllegalArgumentException.class, () -> service.snooze(id, bad, ANN));
    }
    service.changed(crashed(2).status());
    assertEquals(Optional.of(ANN), all().get(0).acknowledgement().by(), "it stays seen");
  }

  @Test
  void anOldIncidentCanBeAcknowledged() {
    Incident old =
        IncidentEdit.begin("api", IncidentKind.CRASH, NOW.minusSeconds(90_000))
            .end(NOW.minusSeconds(80_000))
            .incident();
    store.put(List.of(IncidentText.stored(old)));
    assertEquals(Optional.of(ANN), service.acknowledge(1, ANN).acknowledgement().by());
    assertEquals(Optional.of(ANN), all().get(0).acknowledgement().by());
  }

  @Test
  void aQueryIsChecked() {
    for (Incidents.Query bad :
        List.of(
            new Incidents.Query(List.of(), NOW, NOW.minusSeconds(1), Optional.empty(), 10),
            new Incidents.Query(List.of(), NOW, NOW, Optional.empty(), 0),
            new Incidents.Query(List.of("nobody"), NOW, NOW, Optional.empty(), 10))) {
      assertThrows(IllegalArgumentException.class, () -> service.find(bad));
    }
  }

  @Test
  void nothingIsWrittenWhileNothingChanges() {
    runs();
    service.changed(crashed(10).status());
    all();
    int writes = store.writes;
    for (int i = 0; i < 20; i++) {
      service.look(List.of(crashed(10).status()));
    }
    all();
    assertEquals(writes, store.writes);
  }

  @Test
  void aTroubleOfABundleIsOneIncidentWhileItIsReported() {
    IncidentSource.Trouble missed =
        new IncidentSource.Trouble(
            "job one",
            "job",
            "the run hunter2 did not begin",
            NOW.minusSeconds(30),
            IncidentKind.MISSED_RUN);
    service.troubles("schedule", List.of(missed));
    service.troubles("schedule", List.of(missed));
    Incident open = only(Optional.of(true));
    assertEquals("job", open.channelId());
    assertEquals("the run [REDACTED] did not begin", open.cause());
    // Told by a bundle that was away for a moment: the same one goes on.
    service.troubles("schedule", List.of());
    service.troubles("schedule", List.of(missed));
    assertEquals(open.id(), only(Optional.of(true)).id());
    service.close();
    service = service();
    service.troubles("schedule", List.of(missed));
    assertEquals(open.id(), only(Optional.of(true)).id());
    service.troubles("schedule", List.of());
    assertEquals(Optional.of(NOW), only(Optional.of(false)).to());
    service.troubles(
        "schedule",
        List.of(
            new IncidentSource.Trouble(
                "job two", "job", "another", NOW.minusSeconds(10), IncidentKind.MISSED_RUN)));
    assertEquals("another", only(Optional.of(true)).cause());
  }

  /** Once all that was told is dealt with. */
  private Incident only(Optional<Boolean> lasting) {
    service.look(List.of());
    long end = System.nanoTime() + 30_000_000_000L;
    List<Incident> found = List.of();
    while (found.size() != 1 && System.nanoTime() < end) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      found =
          service.find(
              new Incidents.Query(
                  List.of(), NOW.minusSeconds(3600), NOW.plusSeconds(3600), lasting, 10));
    }
    assertEquals(1, found.size(), found.toString());
    return found.get(0);
  }
}
