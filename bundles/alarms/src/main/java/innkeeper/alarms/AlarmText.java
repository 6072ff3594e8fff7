package innkeeper.alarms;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Severity;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.settings.Settings;
import innkeeper.common.time.ZonedText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Writes the text of alarms.
 *
 * @param names returns the name of a project, by its channelId
 */
record AlarmText(Settings settings, UnaryOperator<String> names) {

  /**
   * Returns the alarm of an incident.
   *
   * @param times how many alarms of this phase the incident had before
   */
  Alarm of(Incident incident, AlarmPhase phase, int times, Instant now) {
    String host = settings.hostLabel();
    String project = incident.channelId().isEmpty() ? "" : names.apply(incident.channelId());
    String about =
        String.join("/", host, incident.id() + "", incident.from() + "", phase.word(), times + "");
    String what = what(incident);
    // The title already has these words.
    String cause =
        incident.cause().startsWith(what + ": ")
            ? incident.cause().substring(what.length() + 2)
            : incident.cause();
    String why = ZonedText.within(cause);
    return new Alarm(
        UUID.nameUUIDFromBytes(about.getBytes(StandardCharsets.UTF_8)).toString(),
        phase,
        Severity.of(incident.kind()),
        now,
        new Alarm.Subject(host, project, Optional.of(incident)),
        new Alarm.Message(
            (project.isEmpty() ? "" : project + ": ") + what + now(phase),
            phase == AlarmPhase.CLOSED ? "It lasted " + span(incident, now) + ". " + why : why,
            phase == AlarmPhase.CLOSED ? List.of() : lines(incident),
            phase == AlarmPhase.CLOSED ? "" : fix(incident),
            page(incident.channelId())),
        0);
  }

  Alarm test(String channel, Instant now) {
    return new Alarm(
        UUID.randomUUID().toString(),
        AlarmPhase.TEST,
        Severity.WARNING,
        now,
        new Alarm.Subject(settings.hostLabel(), "", Optional.empty()),
        new Alarm.Message(
            "test",
            "Test message, sent by: innkeeper alarm test " + channel,
            List.of(),
            "",
            page("")),
        0);
  }

  private static String what(Incident incident) {
    return incident.kind() == IncidentKind.FAULT
        ? incident.subject().source().replaceFirst("^health/", "")
        : incident.kind().word().replace('-', ' ');
  }

  private static String now(AlarmPhase phase) {
    return switch (phase) {
      case CLOSED -> " is over";
      case REMINDER -> " still lasts";
      default -> "";
    };
  }

  private static String span(Incident incident, Instant now) {
    long seconds = Duration.between(incident.from(), incident.to().orElse(now)).toSeconds();
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }

  private static List<String> lines(Incident incident) {
    List<Incident.End> ends = incident.course().ends();
    if (ends.isEmpty()) {
      return List.of();
    }
    Incident.End last = ends.get(ends.size() - 1);
    // The lines begin with the error; without one, the alarm keeps the last of them.
    return last.error().isEmpty()
        ? last.lines()
        : last.lines().subList(0, Math.min(Alarm.MOST_LINES, last.lines().size()));
  }

  private static String fix(Incident incident) {
    if (incident.subject().source().startsWith("health/")) {
      return "innkeeper health";
    }
    return incident.channelId().isEmpty()
        ? "innkeeper incidents show " + incident.id()
        : "innkeeper why " + incident.channelId();
  }

  private Optional<URI> page(String channelId) {
    String base = settings.get("PAGE_URL").strip().replaceFirst("/+$", "");
    return base.isEmpty()
        ? Optional.empty()
        : Optional.of(URI.create(base + (channelId.isEmpty() ? "/" : "/?p=" + channelId)));
  }
}
