package innkeeper.alarms;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Incidents in memory. */
final class SampleIncidents implements Incidents {

  static final Instant NOW = Instant.parse("2026-11-23T03:12:00Z");
  static final Actor ANN = new Actor(Actor.Via.CLI, "1000", "ann");

  final List<Incident> all = new ArrayList<>();

  static Incident open(long id, IncidentKind kind) {
    return incident(id, kind, Optional.empty());
  }

  static Incident ended(long id, IncidentKind kind, Instant to) {
    return incident(id, kind, Optional.of(to));
  }

  private static Incident incident(long id, IncidentKind kind, Optional<Instant> to) {
    return incident(
        id,
        kind == IncidentKind.HOST_OUTAGE ? "" : "web",
        kind,
        "",
        to,
        "It ended 4 times: password=hunter2",
        List.of(
            new Incident.End(NOW, OptionalInt.of(1), "", 4, "", List.of("token hunter2", "last"))));
  }

  /** A crash with these lines. */
  static Incident crash(String error, List<String> lines) {
    Incident.End end = new Incident.End(NOW, OptionalInt.of(1), "", 1, error, lines);
    return incident(9, "web", IncidentKind.CRASH, "", Optional.empty(), "It crashed", List.of(end));
  }

  /** Of the health check {@code disk:full}. */
  static Incident fault(String cause) {
    return incident(
        9, "", IncidentKind.FAULT, "health/disk:full", Optional.empty(), cause, List.of());
  }

  private static Incident incident(
      long id,
      String channelId,
      IncidentKind kind,
      String source,
      Optional<Instant> to,
      String cause,
      List<Incident.End> ends) {
    return new Incident(
        id,
        new Incident.Subject(channelId, kind, source),
        NOW,
        to,
        new Incident.Course(ends.stream().mapToInt(Incident.End::count).sum(), cause, ends),
        Incident.Context.NONE,
        Incident.Acknowledgement.NONE);
  }

  static Incident seen(Incident i, boolean acknowledged, Optional<Instant> snoozed) {
    return new Incident(
        i.id(),
        i.subject(),
        i.from(),
        i.to(),
        i.course(),
        i.context(),
        new Incident.Acknowledgement(
            acknowledged ? Optional.of(ANN) : Optional.empty(),
            acknowledged ? Optional.of(NOW) : Optional.empty(),
            snoozed));
  }

  synchronized void put(Incident incident) {
    all.removeIf(i -> i.id() == incident.id());
    all.add(incident);
  }

  @Override
  public synchronized List<Incident> find(Query query) {
    return all.stream().filter(i -> query.open().map(o -> o == i.open()).orElse(true)).toList();
  }

  @Override
  public synchronized Optional<Incident> incident(long id) {
    return all.stream().filter(i -> i.id() == id).findFirst();
  }

  @Override
  public Incident acknowledge(long id, Actor actor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Incident snooze(long id, Duration span, Actor actor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized int open() {
    return (int) all.stream().filter(Incident::open).count();
  }
}
