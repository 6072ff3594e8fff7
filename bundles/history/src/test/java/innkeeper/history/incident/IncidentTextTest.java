package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.store.IncidentStore.StoredIncident;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class IncidentTextTest {

  private static final Instant T = Instant.parse("2026-11-22T03:12:00.250Z");

  private static final Incident WHOLE =
      new Incident(
          7,
          new Incident.Subject("api", IncidentKind.MEMORY_KILL, ""),
          T,
          Optional.of(T.plusSeconds(9)),
          new Incident.Course(
              3,
              "a \"cause\"\n",
              List.of(
                  new End(T, OptionalInt.of(137), "KILL", 2, "", List.of("null", "")),
                  new End(T, OptionalInt.empty(), "", 1, "Error", List.of()))),
          new Incident.Context(
              List.of(new Change(T, "environment file", ".env", "")),
              Optional.of(new Usage(Optional.empty(), Optional.of(new Range(1, 2.5, 3e9)))),
              List.of(
                  new Action(T, "project.stop", new Actor(Actor.Via.SHELL, "1000", "innkeeper")))),
          new Incident.Acknowledgement(Optional.of(Actor.HOST), Optional.of(T), Optional.of(T)));

  @Test
  void anIncidentIsReadAsWritten() {
    assertEquals(WHOLE, IncidentText.read(IncidentText.stored(WHOLE)));
    Incident bare = IncidentEdit.begin("", IncidentKind.HOST_OUTAGE, T).incident();
    assertEquals(bare, IncidentText.read(IncidentText.stored(bare)));
  }

  @Test
  void membersOfALaterReleaseAreIgnored() {
    StoredIncident stored = IncidentText.stored(WHOLE);
    String body = stored.body().replaceFirst("\\{", "{\"later\":{\"a\":[1]},");
    assertEquals(
        WHOLE, IncidentText.read(new StoredIncident(7, "api", stored.from(), stored.to(), body)));
  }

  @Test
  void otherTextIsRefused() {
    for (String body : List.of("", "{", "[]", "{\"kind\":\"quake\"}")) {
      StoredIncident stored = new StoredIncident(7, "api", T, Optional.empty(), body);
      assertThrows(IllegalArgumentException.class, () -> IncidentText.read(stored), body);
    }
  }
}
