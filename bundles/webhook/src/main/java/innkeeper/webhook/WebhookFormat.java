package innkeeper.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.SendResult;
import innkeeper.webhook.HttpSender.Post;
import innkeeper.webhook.HttpSender.Reply;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Our own JSON, signed by the rules of Standard Webhooks 1.0. */
final class WebhookFormat implements HttpChannel.Format {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Target target;
  private final byte[] key;
  private final Clock clock;

  /**
   * @param key empty for unsigned
   */
  WebhookFormat(Target target, byte[] key, Clock clock) {
    this.target = target;
    this.key = key.clone();
    this.clock = clock;
  }

  @Override
  public Post post(Alarm alarm) throws IOException {
    byte[] body = JSON.writeValueAsBytes(WebhookMessage.of(alarm).toMap());
    long seconds = clock.instant().getEpochSecond();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("webhook-id", alarm.id());
    headers.put("webhook-timestamp", Long.toString(seconds));
    if (key.length > 0) {
      headers.put("webhook-signature", Signature.of(key, alarm.id(), seconds, body));
    }
    return new Post(target.uri(), headers, Optional.of(body));
  }

  @Override
  public SendResult judge(Reply reply) {
    return Answers.judge(reply, target.host(), "", clock);
  }
}
