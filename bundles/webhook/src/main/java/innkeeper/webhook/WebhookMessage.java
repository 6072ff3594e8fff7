package innkeeper.webhook;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.incident.Incident;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;

/**
 * The message that is posted, in our own form.
 *
 * @param id the same in all attempts
 * @param event {@code project.failed}, {@code project.recovered}, {@code project.flapping} …
 * @param subject the channelId, the check, {@code bot.db}, {@code host}
 * @param text the text that chat services display
 * @param dropped how many earlier alarms were abandoned
 */
record WebhookMessage(
    String id,
    String event,
    String host,
    String subject,
    Instant at,
    String text,
    @JsonForm(empty = Empty.NULL) String fix,
    long dropped)
    implements JsonBody {

  static WebhookMessage of(Alarm alarm) {
    return new WebhookMessage(
        alarm.id(),
        event(alarm),
        alarm.subject().host(),
        alarm.subject().incident().map(WebhookMessage::subject).orElse("webhook"),
        alarm.at(),
        alarm.subject().host() + ": " + alarm.message().title() + ": " + alarm.message().text(),
        alarm.message().fix(),
        alarm.dropped());
  }

  /** Returns the word for the event; a reminder has the same word as the beginning. */
  static String event(Alarm alarm) {
    if (alarm.subject().incident().isEmpty()) {
      return "test";
    }
    boolean over = alarm.phase() == AlarmPhase.CLOSED;
    Incident incident = alarm.subject().incident().get();
    return switch (incident.kind()) {
      case CRASH, MEMORY_KILL, MEMORY_RESTART -> over ? "project.settled" : "project.crashed";
      case FLAPPING -> over ? "project.steady" : "project.flapping";
      case PROBE_OUTAGE -> over ? "project.ready" : "project.unready";
      case FAILED_RUN, MISSED_RUN -> over ? "run.recovered" : "run.failed";
      case HOST_OUTAGE -> "host.outage";
      case BACKUP_FAILURE -> over ? "backup.recovered" : "backup.failed";
      case FAULT -> fault(incident.subject().source(), over);
      default -> over ? "project.recovered" : "project.failed";
    };
  }

  private static String fault(String source, boolean over) {
    if (source.startsWith("health/disk:")) {
      return over ? "disk.recovered" : "disk.full";
    }
    String area = source.startsWith("health/") ? "health" : "fault";
    return area + (over ? ".recovered" : ".failed");
  }

  private static String subject(Incident incident) {
    return switch (incident.kind()) {
      case BACKUP_FAILURE -> "bot.db";
      case FAULT -> incident.subject().source().replaceFirst("^health/", "");
      default -> incident.channelId().isEmpty() ? "host" : incident.channelId();
    };
  }
}
