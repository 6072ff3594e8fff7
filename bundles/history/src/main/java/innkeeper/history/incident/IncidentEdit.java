package innkeeper.history.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.incident.IncidentKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds a changed copy of an incident. */
final class IncidentEdit {

  private long id;
  private final String channelId;
  private IncidentKind kind;
  private String source = "";
  private final Instant from;
  private Optional<Instant> to = Optional.empty();
  private int runs;
  private String cause = "";
  private List<End> ends = List.of();
  private List<Change> changes = List.of();
  private Optional<Usage> resources = Optional.empty();
  private List<Action> actors = List.of();
  private Optional<Actor> acknowledgedBy = Optional.empty();
  private Optional<Instant> acknowledgedAt = Optional.empty();
  private Optional<Instant> snoozedUntil = Optional.empty();

  private IncidentEdit(String channelId, IncidentKind kind, Instant from) {
    this.channelId = channelId;
    this.kind = kind;
    this.from = from;
  }

  /** Returns an edit for a new, open incident. */
  static IncidentEdit begin(String channelId, IncidentKind kind, Instant from) {
    return new IncidentEdit(channelId, kind, from);
  }

  static IncidentEdit of(Incident incident) {
    IncidentEdit edit = new IncidentEdit(incident.channelId(), incident.kind(), incident.from());
    edit.id = incident.id();
    edit.source = incident.source();
    edit.to = incident.to();
    edit.runs = incident.runs();
    edit.cause = incident.cause();
    edit.ends = incident.ends();
    edit.changes = incident.changes();
    edit.resources = incident.resources();
    edit.actors = incident.actors();
    edit.acknowledgedBy = incident.acknowledgedBy();
    edit.acknowledgedAt = incident.acknowledgedAt();
    edit.snoozedUntil = incident.snoozedUntil();
    return edit;
  }

  IncidentEdit id(long number) {
    id = number;
    return this;
  }

  IncidentEdit kind(IncidentKind now) {
    kind = now;
    return this;
  }

  IncidentEdit source(String nameAndKey) {
    source = nameAndKey;
    return this;
  }

  /** Ends the incident, but never before it began. */
  IncidentEdit end(Instant at) {
    to = Optional.of(at.isBefore(from) ? from : at);
    return this;
  }

  /** Sets a known end. */
  IncidentEdit to(Optional<Instant> at) {
    to = at;
    return this;
  }

  /** Opens the incident, or opens it again. */
  IncidentEdit lasts() {
    to = Optional.empty();
    return this;
  }

  IncidentEdit runs(int count) {
    runs = count;
    return this;
  }

  IncidentEdit cause(String sentence) {
    cause = sentence;
    return this;
  }

  IncidentEdit ends(List<End> all) {
    ends = List.copyOf(all);
    return this;
  }

  IncidentEdit changes(List<Change> all) {
    changes = List.copyOf(all);
    return this;
  }

  IncidentEdit resources(Optional<Usage> usage) {
    resources = usage;
    return this;
  }

  IncidentEdit actors(List<Action> all) {
    actors = List.copyOf(all);
    return this;
  }

  IncidentEdit acknowledged(Actor actor, Instant at) {
    acknowledgedBy = Optional.of(actor);
    acknowledgedAt = Optional.of(at);
    return this;
  }

  IncidentEdit snoozed(Instant until) {
    snoozedUntil = Optional.of(until);
    return this;
  }

  IncidentEdit acknowledgement(Optional<Actor> by, Optional<Instant> at, Optional<Instant> until) {
    acknowledgedBy = by;
    acknowledgedAt = at;
    snoozedUntil = until;
    return this;
  }

  Incident incident() {
    return new Incident(
        id,
        channelId,
        kind,
        source,
        from,
        to,
        runs,
        cause,
        ends,
        changes,
        resources,
        actors,
        acknowledgedBy,
        acknowledgedAt,
        snoozedUntil);
  }
}
