package innkeeper.shell;

import innkeeper.api.audit.Actor;
import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Figures and incidents of one project, in memory. */
final class FakeIncidents implements History, Incidents {

  static final Instant FROM = Instant.parse("2026-11-21T03:12:00Z");

  final List<Incident> incidents = new ArrayList<>();
  Incidents.Query wanted;
  History.Query asked;

  static Incident crashLoop(long id) {
    return new Incident(
        id,
        new Incident.Subject("api", IncidentKind.CRASH_LOOP, ""),
        FROM,
        Optional.of(FROM.plusSeconds(146)),
        new Incident.Course(
            11,
            "It ended 11 times, again and again after its start: KeyError: 'sku-31' (exited with code"
                + " 1)",
            List.of(
                new End(
                    FROM.plusSeconds(140),
                    OptionalInt.of(1),
                    "",
                    11,
                    "KeyError: 'sku-31'",
                    List.of("Traceback (most recent call last):", "KeyError: 'sku-31'\033[31m")))),
        new Incident.Context(
            List.of(new Change(FROM.minusSeconds(300), "definition", "command", "cli")),
            Optional.of(
                new Usage(
                    Optional.of(new Range(0, 1.25, 9)), Optional.of(new Range(1, 1024, 2048)))),
            List.of(
                new Incident.Action(
                    FROM.plusSeconds(60),
                    "project.restart",
                    new Actor(Actor.Via.CLI, "1000", "sh")))),
        Incident.Acknowledgement.NONE);
  }

  @Override
  public List<Incident> find(Incidents.Query query) {
    wanted = query;
    return incidents.stream()
        .filter(i -> query.projects().isEmpty() || query.projects().contains(i.channelId()))
        .filter(i -> !i.from().isAfter(query.to()))
        .filter(i -> i.to().isEmpty() || !i.to().get().isBefore(query.from()))
        .toList();
  }

  @Override
  public Optional<Incident> incident(long id) {
    return incidents.stream().filter(i -> i.id() == id).findFirst();
  }

  @Override
  public Incident acknowledge(long id, Actor actor) {
    return noted(id, Optional.of(actor), Optional.empty());
  }

  @Override
  public Incident snooze(long id, Duration span, Actor actor) {
    return noted(id, Optional.empty(), Optional.of(TestShell.NOW.plus(span)));
  }

  private Incident noted(long id, Optional<Actor> by, Optional<Instant> until) {
    Incident i = incident(id).orElseThrow(() -> new UnknownIncidentException(id));
    return new Incident(
        i.id(),
        i.subject(),
        i.from(),
        i.to(),
        i.course(),
        i.context(),
        new Incident.Acknowledgement(by, by.map(actor -> TestShell.NOW), until));
  }

  @Override
  public int open() {
    return 0;
  }

  @Override
  public List<Series> read(History.Query query) {
    asked = query;
    if (query.projects().contains("nobody")) {
      throw new IllegalArgumentException("unknown project \"nobody\"");
    }
    Map<Metric, List<Point>> metrics = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      metrics.put(metric, new ArrayList<>());
    }
    for (int i = 0; i < 3; i++) {
      Instant at = query.to().minusSeconds(60 - 20L * i);
      metrics.get(Metric.CPU).add(new Point(at, 0, i, 2 * i));
      metrics.get(Metric.READY).add(new Point(at, 1, 1, 1));
    }
    return List.of(
        new Series(query.host() ? "" : query.projects().get(0), Duration.ofSeconds(5), metrics));
  }
}
