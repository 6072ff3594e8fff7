package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.surface.Surfaces;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The bytes of every kind of answer and event: the order of members, what is null and what is left
 * out, the forms of numbers and times. {@code wire-form.txt} holds them; times read T there.
 */
class WireFormTest extends Wire {

  private static final Instant THEN = Instant.parse("2026-11-21T05:40:00.120Z");

  private final Map<String, String> lines = new TreeMap<>();

  @BeforeEach
  void fill() {
    inn.supervisor.put(FakeSupervisor.status("c3", "broken", ProjectState.FATAL, "it ended"));
    inn.supervisor.put(ended("c4", "late", OptionalInt.of(137)));
    inn.supervisor.put(ended("c5", "odd", OptionalInt.empty()));
    inn.logs.line("demo", "one \"two\" \\ \u0001 \u00e9 \ud83d\ude00", "three");
    inn.logs.line("main", "four");
    inn.audit.append(AuditDraft.ok("host.start", Actor.HOST, ""));
    Actor curl = new Actor(Actor.Via.HTTP, "1000", "curl");
    inn.audit.append(new AuditDraft("project.stop", "c1", curl, "ok", "by hand"));
    Map<String, Long> rows = new java.util.LinkedHashMap<>(Map.of("project", 3L));
    rows.put("audit", 41L);
    SnapshotFacts facts = new SnapshotFacts(81920, "ab", 1, rows, 41);
    inn.backups.all.add(new BackupManifest("bot.db", 1, THEN, "demand", facts, THEN, true, "0.1"));
    inn.host.checks =
        List.of(
            new HealthCheckResult("a:b", HealthStatus.PASS, "", "", "", "", THEN),
            new HealthCheckResult("c:d", HealthStatus.FAIL, "v", "l", "why", "fix", THEN));
    inn.host.surfaces =
        List.of(
            new Surfaces.Surface("x", "1", "active", THEN, "release", ""),
            new Surfaces.Surface(
                "y",
                "2",
                "resolved",
                THEN,
                "user",
                "lacks z",
                List.of("a.B"),
                List.of("c.D"),
                List.of(new Surfaces.Change(THEN, "1", "started"))));
    Optional<Instant> at = Optional.of(THEN);
    inn.rotator.logs =
        List.of(
            new Rotator.Status(
                "demo", 1, 2, List.of(), 0, Optional.empty(), Rotator.Next.bySize(1, 2)),
            new Rotator.Status(
                "main",
                1,
                2,
                List.of("main.1"),
                9,
                at,
                new Rotator.Next(0, at, at, Optional.of("disk full"))));
  }

  private static ProjectStatus ended(String id, String name, OptionalInt code) {
    ProjectStatus p = FakeSupervisor.status(id, name, ProjectState.BACKOFF, "waits");
    return new ProjectStatus(
        new ProjectStatus.Project(p.channelId(), p.name()),
        p.lifecycle(),
        new ProjectStatus.Server(
            p.server().incarnation(), p.server().pid(), p.server().startedAt(), true),
        new ProjectStatus.Restarts(3, p.restarts().nextRetryAt()),
        Optional.of(new ProjectStatus.Exit(code, "", THEN, true)),
        new ProjectStatus.ProbeHealth(HealthStatus.FAIL, false, false, "refused"),
        new ProjectStatus.Resources(0.1, 3_000_000_000L, 1));
  }

  /** A time becomes T, a number that depends on it N. */
  private void note(String what, String body) {
    lines.put(
        what,
        body.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z", "T")
            .replaceAll("\"uptimeMs\":\\d+", "\"uptimeMs\":N")
            .replaceAll("\"(boot|ui)\":\"[^\"]+\"", "\"$1\":\"X\"")
            .replaceAll("\"program\":\"[^\"]*java[^\"]*\"", "\"program\":\"P\""));
  }

  private void compare(String name) throws Exception {
    List<String> found = new ArrayList<>();
    lines.forEach((what, body) -> found.add(what + "  " + body));
    try (var in = WireFormTest.class.getResourceAsStream(name)) {
      assertEquals(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), String.join("\n", found) + "\n");
    }
  }

  @Test
  void answersHaveTheirBytes() throws Exception {
    for (String path :
        List.of(
            "/api/projects",
            "/api/projects/c4",
            "/api/projects/none",
            "/api/health",
            "/api/logs/c1?lines=2",
            "/api/logs/c1?lines=0",
            "/api/audit",
            "/api/audit?limit=1",
            "/api/backups",
            "/api/backups/status",
            "/api/rotation",
            "/api/surfaces")) {
      note("GET " + path, get(path).body());
    }
    inn.backups.lastError = "disk full";
    note("GET /api/backups/status failed", get("/api/backups/status").body());
    for (String path :
        List.of(
            "/api/projects",
            "/api/projects/c1/stop",
            "/api/projects/c1/start?wait=0",
            "/api/projects/c3/restart",
            "/api/logs/c1/rotate",
            "/api/logs/c2/rotate",
            "/api/backups")) {
      note("POST " + path, send("POST", path).body());
    }
    compare("wire-form.txt");
  }

  @Test
  void eventsHaveTheirBytes() throws Exception {
    try (Listening reader = new Listening(http, inn.url() + "/api/events?log=c1&lines=9", "")) {
      List<String> first = List.of("hello", "snapshot", "log", "metrics", "health");
      reader.next(
          e -> {
            note(e.type(), e.data().toString());
            return lines.keySet().containsAll(first);
          });
      inn.logs.line("demo", "five");
      note("log 2", reader.next("log").data().toString());
      inn.supervisor.put("c1", ProjectState.STOPPING);
      note("project", reader.next("project").data().toString());
      inn.site().hub().removed("c2");
      note("project removed", reader.next("project").data().toString());
      inn.audit.append(new AuditDraft("project.stop", "c1", Actor.HOST, "ok", ""));
      note("audit", reader.next("audit").data().toString());
      inn.site().hub().progress("copied", 50, "b");
      note("backup", reader.next("backup").data().toString());
      inn.site().hub().progress("published", 100, "b");
      note("backup over", reader.next("backup").data().toString());
      inn.host.surfaces = List.of();
      note("surface", reader.next("surface").data().toString());
      try (Listening late = new Listening(http, inn.url() + "/api/events?log=c1&lines=9", "")) {
        note("log with marks", late.next("log").data().toString());
      }
      inn.logs.unreadable("demo");
      try (Listening late = new Listening(http, inn.url() + "/api/events?log=c1&lines=9", "")) {
        note("gap log", late.next("gap").data().toString());
      }
      inn.swap();
      note("bye", reader.next("bye").data().toString());
    }
    compare("wire-form-events.txt");
  }

  @Test
  void aReconnectingReaderGetsTheMissedEntries() throws Exception {
    for (int i = 0; i < 1010; i++) {
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
    }
    try (Listening reader = new Listening(http, inn.url() + "/api/events", "other-5-3")) {
      JsonNode all = reader.next("snapshot").data();
      note("snapshot", all.toString());
      note("gap", reader.next("gap").data().toString());
    }
    compare("wire-form-return.txt");
  }
}
