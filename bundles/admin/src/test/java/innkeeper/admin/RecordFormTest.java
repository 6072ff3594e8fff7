package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.admin.http.Json;
import innkeeper.api.audit.Actor;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.TailRecord;
import innkeeper.api.log.TimedLine;
import innkeeper.api.schedule.CalendarExpression;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The complete JSON and the schemas of the largest records of the API, for a filled and for an
 * empty example. {@code record-form.txt} has them.
 */
class RecordFormTest extends Wire {

  private static final Instant THEN = Instant.parse("2026-11-21T05:40:00.120Z");

  private static ProjectStatus filled() {
    return new ProjectStatus(
        new ProjectStatus.Project(
            "c1",
            "demo",
            OptionalInt.of(4300),
            Optional.of(
                new RunSchedule(
                    CalendarExpression.parse("daily"),
                    Optional.of(ZoneOffset.UTC),
                    Duration.ZERO,
                    RunSchedule.Action.START,
                    RunSchedule.Overlap.SKIP,
                    RunSchedule.Missed.RUN))),
        new ProjectStatus.Lifecycle(
            Desired.RUNNING, ProjectState.RUNNING, THEN, "waiting for disk"),
        new ProjectStatus.Server(
            7, OptionalLong.of(4711), Optional.of(THEN.minusSeconds(90)), true),
        new ProjectStatus.Restarts(3, Optional.of(THEN.plusSeconds(9))),
        Optional.of(
            new ProjectStatus.Exit(OptionalInt.of(137), "KILL", THEN, false, EndedBy.PROBE)),
        new ProjectStatus.ProbeHealth(HealthStatus.WARN, true, false, true, "refused"),
        new ProjectStatus.Resources(2.5, 3_000_000_000L, 4));
  }

  private static ProjectStatus empty() {
    return new ProjectStatus(
        new ProjectStatus.Project("c2", "c2"),
        new ProjectStatus.Lifecycle(Desired.STOPPED, ProjectState.STOPPED, THEN, ""),
        ProjectStatus.Server.NONE,
        ProjectStatus.Restarts.NONE,
        Optional.empty(),
        new ProjectStatus.ProbeHealth(HealthStatus.PASS, false, false, ""),
        ProjectStatus.Resources.NONE);
  }

  private static Incident filledIncident() {
    return new Incident(
        7,
        new Incident.Subject("c1", IncidentKind.FAULT, "spool/full"),
        THEN,
        Optional.of(THEN.plusSeconds(9)),
        new Incident.Course(
            3,
            "a \"cause\"",
            List.of(
                new Incident.End(
                    THEN,
                    OptionalInt.of(137),
                    "KILL",
                    2,
                    "Error",
                    List.of("a", ""),
                    EndedBy.HOST))),
        new Incident.Context(
            List.of(new Incident.Change(THEN, "definition", "command", "cli")),
            Optional.of(
                new Incident.Usage(
                    Optional.of(new Incident.Range(0, 0.5, 2)),
                    Optional.of(new Incident.Range(1, 2, 3e9)))),
            List.of(new Incident.Action(THEN, "project.start", Actor.of(Actor.Via.CLI)))),
        new Incident.Acknowledgement(
            Optional.of(new Actor(Actor.Via.HTTP, "1000", "curl")),
            Optional.of(THEN.plusSeconds(20)),
            Optional.of(THEN.plusSeconds(3600))));
  }

  private static Incident emptyIncident() {
    return new Incident(
        0,
        new Incident.Subject("", IncidentKind.HOST_OUTAGE, ""),
        THEN,
        Optional.empty(),
        new Incident.Course(0, "", List.of()),
        Incident.Context.NONE,
        Incident.Acknowledgement.NONE);
  }

  private static LogRange range() {
    return new LogRange(
        List.of(
            new TimedLine("1/0", Optional.of(THEN), Optional.of(LogStream.STDERR), true, "a"),
            new TimedLine("", Optional.empty(), Optional.empty(), false, "[REDACTED]")),
        "1/9",
        true);
  }

  @Test
  void recordsAndTheirSchemasHaveTheirBytes() throws Exception {
    LogStatus log = new LogStatus("logs/demo.log", 1, 2, 3, 4, 5, Optional.of(THEN));
    List<String> found = new ArrayList<>();
    for (Object one :
        List.of(
            ProjectRecord.of(filled(), Optional.of(log), THEN),
            ProjectRecord.of(empty(), Optional.empty(), THEN),
            filledIncident(),
            emptyIncident(),
            TailRecord.of("c1", "logs/demo.log", range(), false),
            TailRecord.of("c1", "logs/demo.log", range(), true))) {
      found.add(new String(Json.bytes(one), StandardCharsets.UTF_8));
    }
    JsonNode schemas = json.readTree(get("/api/openapi.json").body()).at("/components/schemas");
    for (String name : List.of("Project", "ProjectSchedule", "Incident", "IncidentEnd", "Tail")) {
      found.add(schemas.get(name).toString());
    }
    try (var in = RecordFormTest.class.getResourceAsStream("record-form.txt")) {
      assertEquals(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), String.join("\n", found) + "\n");
    }
  }
}
