package innkeeper.history.incident;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Acknowledgement;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.Context;
import innkeeper.api.incident.Incident.Course;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incident.Subject;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.store.IncidentStore.StoredIncident;
import innkeeper.api.supervisor.EndedBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Converts incidents to JSON, the form in which they are stored. Members of a later release are
 * ignored.
 */
final class IncidentText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private IncidentText() {}

  static StoredIncident stored(Incident incident) {
    try {
      return new StoredIncident(
          incident.id(),
          incident.channelId(),
          incident.from(),
          incident.to(),
          JSON.writeValueAsString(incident.toMap()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an incident could not be written as JSON", e);
    }
  }

  /**
   * Reads an incident that {@link #stored} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Incident read(StoredIncident stored) {
    try {
      JsonNode body = JSON.readTree(stored.body());
      return new Incident(
          stored.id(),
          new Subject(
              stored.channelId(), IncidentKind.of(text(body, "kind")), text(body, "source")),
          stored.from(),
          stored.to(),
          new Course(
              body.path("runs").asInt(),
              text(body, "cause"),
              list(body, "ends", IncidentText::end)),
          new Context(
              list(body, "changes", IncidentText::change),
              some(body, "resources", IncidentText::usage),
              list(body, "actors", IncidentText::action)),
          new Acknowledgement(
              some(body, "acknowledgedBy", IncidentText::actor),
              some(body, "acknowledgedAt", IncidentText::time),
              some(body, "snoozedUntil", IncidentText::time)));
    } catch (JsonProcessingException | java.time.DateTimeException e) {
      throw new IllegalArgumentException(
          "incident " + stored.id() + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static String text(JsonNode node, String member) {
    return node.hasNonNull(member) ? node.get(member).asText() : "";
  }

  private static Instant time(JsonNode node) {
    return Instant.parse(node.asText());
  }

  private static <T> List<T> list(JsonNode node, String member, Function<JsonNode, T> read) {
    List<T> all = new ArrayList<>();
    node.path(member).forEach(one -> all.add(read.apply(one)));
    return List.copyOf(all);
  }

  private static <T> Optional<T> some(JsonNode node, String member, Function<JsonNode, T> read) {
    return node.hasNonNull(member) ? Optional.of(read.apply(node.get(member))) : Optional.empty();
  }

  private static End end(JsonNode node) {
    JsonNode number = node.path("code");
    OptionalInt code = number.isInt() ? OptionalInt.of(number.asInt()) : OptionalInt.empty();
    return new End(
        time(node.path("at")),
        code,
        text(node, "signal"),
        Math.max(1, node.path("count").asInt()),
        text(node, "error"),
        list(node, "lines", JsonNode::asText),
        node.hasNonNull("by") ? EndedBy.of(text(node, "by")) : EndedBy.unasked(code));
  }

  private static Change change(JsonNode node) {
    return new Change(
        time(node.path("at")), text(node, "what"), text(node, "detail"), text(node, "via"));
  }

  private static Action action(JsonNode node) {
    return new Action(time(node.path("at")), text(node, "action"), actor(node.path("actor")));
  }

  private static Actor actor(JsonNode node) {
    return new Actor(Actor.Via.of(text(node, "via")), text(node, "uid"), text(node, "program"));
  }

  private static Usage usage(JsonNode node) {
    return new Usage(
        some(node, "cpuPercent", IncidentText::range), some(node, "rssBytes", IncidentText::range));
  }

  private static Range range(JsonNode node) {
    return new Range(
        node.path("min").asDouble(), node.path("avg").asDouble(), node.path("max").asDouble());
  }
}
