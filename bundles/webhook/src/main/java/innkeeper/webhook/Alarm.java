package innkeeper.webhook;

import innkeeper.api.health.Times;
import innkeeper.api.log.CleanText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something an operator should hear of, or that it is over. Redacted as it is made, so nothing that
 * waits or is sent holds a secret.
 *
 * @param id the same over all attempts
 * @param event {@code project.failed}, {@code project.recovered}, {@code backup.failed} …
 * @param subject the channelId, the backup, the check
 * @param text one sentence for people
 * @param fix what to do; "" where nothing is
 */
record Alarm(String id, String event, String subject, String text, String fix, Instant at) {

  Alarm {
    text = CleanText.of(text);
    fix = CleanText.of(fix);
  }

  /** What is posted; {@code text} is also what chat services show. */
  Map<String, Object> toMap(String host, long dropped) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("event", event);
    map.put("host", host);
    map.put("subject", subject);
    map.put("at", Times.iso(at));
    map.put("text", host + ": " + text);
    map.put("fix", fix.isEmpty() ? null : fix);
    map.put("dropped", dropped);
    return map;
  }
}
