package innkeeper.admin;

import innkeeper.api.audit.Actor;
import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** Figures and incidents that are always the same. */
final class FakePast implements History, Incidents {

  static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");

  volatile History.Query asked;
  volatile Incidents.Query wanted;
  volatile Optional<Actor> actor = Optional.empty();
  volatile Optional<Duration> snoozed = Optional.empty();

  /** What is read instead, if there is any. */
  final List<Series> figures = new CopyOnWriteArrayList<>();

  final List<Incident> incidents = new CopyOnWriteArrayList<>();

  private static boolean wants(History.Query query, Series s) {
    return s.step().equals(query.step().orElse(s.step()))
        && (query.projects().isEmpty() || query.projects().contains(s.channelId()));
  }

  private static Series within(History.Query query, Series s) {
    Map<Metric, List<Point>> found = new java.util.EnumMap<>(Metric.class);
    s.metrics()
        .forEach(
            (metric, points) ->
                found.put(
                    metric,
                    points.stream()
                        .filter(p -> !p.at().isBefore(query.from()) && p.at().isBefore(query.to()))
                        .toList()));
    found.keySet().retainAll(query.metrics().isEmpty() ? found.keySet() : query.metrics());
    return new Series(s.channelId(), s.step(), found);
  }

  @Override
  public List<Series> read(History.Query query) {
    if (query.projects().contains("none")) {
      throw new IllegalArgumentException("unknown project \"none\"");
    }
    asked = query;
    if (!figures.isEmpty()) {
      return figures.stream().filter(s -> wants(query, s)).map(s -> within(query, s)).toList();
    }
    return List.of(
        new Series(
            "c1",
            Duration.ofSeconds(5),
            Map.of(Metric.CPU, List.of(new Point(THEN, 0.5, 1.25, 99)))),
        new Series("", Duration.ofSeconds(5), Map.of(Metric.CPU, List.of())));
  }

  static Incident incidentOf(long id) {
    return incidentOf(id, "c1", THEN);
  }

  static Incident incidentOf(long id, String channelId, Instant from) {
    return new Incident(
        id,
        new Incident.Subject(channelId, IncidentKind.CRASH_LOOP, ""),
        from,
        Optional.empty(),
        new Incident.Course(
            11,
            "It ended 11 times: KeyError: 'sku-31' (exited with code 1)",
            List.of(
                new End(
                    THEN,
                    OptionalInt.of(1),
                    "",
                    11,
                    "KeyError: 'sku-31'",
                    List.of("a line", "b")))),
        new Incident.Context(
            List.of(new Incident.Change(THEN.minusSeconds(60), "definition", "command", "cli")),
            Optional.of(
                new Incident.Usage(Optional.of(new Incident.Range(0, 0.5, 2)), Optional.empty())),
            List.of(new Incident.Action(THEN, "project.start", Actor.of(Actor.Via.CLI)))),
        Incident.Acknowledgement.NONE);
  }

  @Override
  public List<Incident> find(Incidents.Query query) {
    if (query.projects().contains("none")) {
      throw new IllegalArgumentException("unknown project \"none\"");
    }
    wanted = query;
    return incidents.isEmpty() ? List.of(incidentOf(7)) : List.copyOf(incidents);
  }

  @Override
  public Optional<Incident> incident(long id) {
    return Optional.of(incidentOf(id));
  }

  @Override
  public Incident acknowledge(long id, Actor by) {
    if (id != 7) {
      throw new UnknownIncidentException(id);
    }
    actor = Optional.of(by);
    return incidentOf(id);
  }

  @Override
  public Incident snooze(long id, Duration span, Actor by) {
    snoozed = Optional.of(span);
    return acknowledge(id, by);
  }

  @Override
  public int open() {
    return 1;
  }
}
