package innkeeper.history.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Acknowledgement;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.Context;
import innkeeper.api.incident.Incident.Course;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Subject;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.incident.IncidentKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds a changed copy of an incident. */
final class IncidentEdit {

  private long id;
  private Subject subject;
  private final Instant from;
  private Optional<Instant> to;
  private Course course;
  private Context context;
  private Acknowledgement acknowledgement;

  private IncidentEdit(Incident incident) {
    id = incident.id();
    subject = incident.subject();
    from = incident.from();
    to = incident.to();
    course = incident.course();
    context = incident.context();
    acknowledgement = incident.acknowledgement();
  }

  /** Returns an edit for a new, open incident. */
  static IncidentEdit begin(String channelId, IncidentKind kind, Instant from) {
    return of(
        new Incident(
            0,
            new Subject(channelId, kind, ""),
            from,
            Optional.empty(),
            new Course(0, "", List.of()),
            Context.NONE,
            Acknowledgement.NONE));
  }

  static IncidentEdit of(Incident incident) {
    return new IncidentEdit(incident);
  }

  IncidentEdit id(long number) {
    id = number;
    return this;
  }

  IncidentEdit kind(IncidentKind now) {
    subject = new Subject(subject.channelId(), now, subject.source());
    return this;
  }

  IncidentEdit source(String nameAndKey) {
    subject = new Subject(subject.channelId(), subject.kind(), nameAndKey);
    return this;
  }

  /** Ends the incident, but never before it began. */
  IncidentEdit end(Instant at) {
    to = Optional.of(at.isBefore(from) ? from : at);
    return this;
  }

  /** Opens the incident, or opens it again. */
  IncidentEdit lasts() {
    to = Optional.empty();
    return this;
  }

  IncidentEdit runs(int count) {
    course = new Course(count, course.cause(), course.ends());
    return this;
  }

  IncidentEdit cause(String sentence) {
    course = new Course(course.runs(), sentence, course.ends());
    return this;
  }

  IncidentEdit ends(List<End> all) {
    course = new Course(course.runs(), course.cause(), List.copyOf(all));
    return this;
  }

  IncidentEdit before(List<Change> changes, Optional<Usage> resources) {
    context = new Context(List.copyOf(changes), resources, context.actors());
    return this;
  }

  IncidentEdit actors(List<Action> all) {
    context = new Context(context.changes(), context.resources(), List.copyOf(all));
    return this;
  }

  IncidentEdit acknowledged(Actor actor, Instant at) {
    acknowledgement =
        new Acknowledgement(Optional.of(actor), Optional.of(at), acknowledgement.snoozedUntil());
    return this;
  }

  IncidentEdit snoozed(Instant until) {
    acknowledgement =
        new Acknowledgement(acknowledgement.by(), acknowledgement.at(), Optional.of(until));
    return this;
  }

  Incident incident() {
    return new Incident(id, subject, from, to, course, context, acknowledgement);
  }
}
