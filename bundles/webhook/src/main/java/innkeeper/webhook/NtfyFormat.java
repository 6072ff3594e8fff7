package innkeeper.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import innkeeper.webhook.HttpSender.Post;
import innkeeper.webhook.HttpSender.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * ntfy's publishing as JSON (docs.ntfy.sh/publish). The topic goes into the body, so a title needs
 * no encoding as a header. A message keeps within 4,096 bytes, because ntfy converts a longer one
 * to an attachment.
 */
final class NtfyFormat implements HttpChannel.Format {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_BYTES = 4096;

  private final Target target;
  private final String authorization;
  private final Clock clock;

  /**
   * @param target the server and the topic: {@code https://ntfy.sh/TOPIC}
   * @param authorization the header's value; "" for none
   */
  NtfyFormat(Target target, String authorization, Clock clock) {
    this.target = target;
    this.authorization = authorization;
    this.clock = clock;
  }

  /** Checks that the URL consists of a server and a topic only. */
  static Target checked(Target target) {
    boolean good =
        !target.mistake().isEmpty()
            || topic(target).matches("[-_A-Za-z0-9]{1,64}")
                && target.uri().getQuery() == null
                && target.uri().getUserInfo() == null;
    return good
        ? target
        : Target.bad("url names no topic; allowed: https://SERVER/TOPIC, topic of A-Z a-z 0-9 _ -");
  }

  private static String topic(Target target) {
    return target.uri().getPath().replaceFirst(".*/", "");
  }

  @Override
  public Post post(Alarm alarm) throws IOException {
    ObjectNode message = JSON.createObjectNode();
    message.put("topic", topic(target));
    message.put("title", Alarm.cut(alarm.subject().host() + ": " + alarm.message().title(), 240));
    message.put("message", message(alarm));
    message.put("priority", priority(alarm));
    message.putArray("tags").add(tag(alarm));
    alarm.message().page().ifPresent(page -> message.put("click", page.toString()));
    Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/json"));
    if (!authorization.isEmpty()) {
      headers.put("Authorization", authorization);
    }
    return new Post(root(), headers, Optional.of(JSON.writeValueAsBytes(message)));
  }

  private URI root() {
    String url = target.uri().toString();
    return URI.create(url.substring(0, url.lastIndexOf('/') + 1));
  }

  private static String message(Alarm alarm) {
    StringBuilder text = new StringBuilder(alarm.message().text());
    if (!alarm.message().fix().isEmpty()) {
      text.append("\n\n").append(alarm.message().fix());
    }
    if (!alarm.message().lines().isEmpty()) {
      text.append("\n\n").append(String.join("\n", alarm.message().lines()));
    }
    if (alarm.dropped() > 0) {
      text.append("\n\n").append(alarm.dropped()).append(" alarms were not delivered before");
    }
    String whole = text.toString();
    // ntfy replaces an empty message by "triggered".
    return whole.isBlank() ? alarm.message().title() : bytes(whole);
  }

  private static String bytes(String text) {
    int longest = text.length();
    while (Alarm.cut(text, longest).getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      longest = Math.max(2, longest - Math.max(1, (longest - MOST_BYTES / 4) / 8));
    }
    return Alarm.cut(text, longest);
  }

  private static int priority(Alarm alarm) {
    return switch (alarm.phase()) {
      case CLOSED, TEST -> 3;
      default -> alarm.severity() == Severity.CRITICAL ? 5 : 4;
    };
  }

  /** Returns a word that ntfy displays as a picture. */
  private static String tag(Alarm alarm) {
    return switch (alarm.phase()) {
      case CLOSED -> "white_check_mark";
      case TEST -> "information_source";
      default -> alarm.severity() == Severity.CRITICAL ? "rotating_light" : "warning";
    };
  }

  @Override
  public SendResult judge(Reply reply) {
    return Answers.judge(reply, target.host(), "", clock);
  }
}
