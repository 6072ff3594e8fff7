package innkeeper.webhook;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.CleanText;
import java.time.Instant;

/**
 * Something an operator should hear of, or that it is over. Redacted as it is made, so nothing that
 * waits or is sent holds a secret.
 *
 * @param id the same over all attempts
 * @param event {@code project.failed}, {@code project.recovered}, {@code project.flapping} …
 * @param subject the channelId, the backup, the check
 * @param text one sentence for people
 * @param fix what to do; "" where nothing is
 */
record Alarm(String id, String event, String subject, String text, String fix, Instant at) {

  Alarm {
    text = CleanText.of(text);
    fix = CleanText.of(fix);
  }

  /**
   * What is posted.
   *
   * @param text what chat services show
   * @param dropped how many alarms before it were given up
   */
  record Message(
      String id,
      String event,
      String host,
      String subject,
      Instant at,
      String text,
      @JsonForm(empty = Empty.NULL) String fix,
      long dropped)
      implements JsonBody {}

  Message message(String host, long dropped) {
    return new Message(id, event, host, subject, at, host + ": " + text, fix, dropped);
  }
}
