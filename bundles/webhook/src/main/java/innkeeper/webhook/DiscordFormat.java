package innkeeper.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import innkeeper.webhook.HttpSender.Post;
import innkeeper.webhook.HttpSender.Reply;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Discord's Execute Webhook (docs.discord.com, resources/webhook). {@code allowed_mentions} is
 * empty and Markdown is escaped, so the text of a log can neither mention users nor contain links.
 * A message keeps within 2,000 characters of content and, in its embed, 256 of title and 4,096 of
 * description.
 */
record DiscordFormat(Target target, Clock clock) implements HttpChannel.Format {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARKDOWN = "\\*_~`|>#[]()<@";
  private static final int RED = 0xD83933;
  private static final int AMBER = 0xC7921A;
  private static final int GREEN = 0x2F8F4E;
  private static final int GREY = 0x6B7280;

  @Override
  public Post post(Alarm alarm) throws IOException {
    ObjectNode message = JSON.createObjectNode();
    message.put(
        "content",
        text("**", alarm.subject().host(), 200) + ": " + text("", alarm.message().title(), 500));
    message.putObject("allowed_mentions").putArray("parse");
    ObjectNode embed = message.putArray("embeds").addObject();
    embed.put("title", text("", alarm.message().title(), 256));
    embed.put("description", description(alarm));
    embed.put("color", colour(alarm));
    embed.put("timestamp", alarm.at().truncatedTo(ChronoUnit.MILLIS).toString());
    alarm.message().page().ifPresent(page -> embed.put("url", page.toString()));
    if (!alarm.message().fix().isEmpty()) {
      embed
          .putArray("fields")
          .addObject()
          .put("name", "To do")
          .put("value", "`" + Alarm.cut(alarm.message().fix().replace('`', 'ˋ'), 1000) + "`");
    }
    embed.putObject("footer").put("text", Alarm.cut(footer(alarm), 200));
    return new Post(
        target.uri(),
        Map.of("Content-Type", "application/json"),
        Optional.of(JSON.writeValueAsBytes(message)));
  }

  private static String description(Alarm alarm) {
    String lines = EscapedText.code(alarm.message().lines(), 1500, Character::toString);
    return text("", alarm.message().text(), 2000)
        + (lines.isEmpty() ? "" : "\n```\n" + lines + "\n```");
  }

  private static String text(String around, String text, int longest) {
    return around
        + EscapedText.fit(
            text, longest, c -> (MARKDOWN.indexOf(c) >= 0 ? "\\" : "") + Character.toString(c))
        + around;
  }

  private static int colour(Alarm alarm) {
    return switch (alarm.phase()) {
      case CLOSED -> GREEN;
      case TEST -> GREY;
      default -> alarm.severity() == Severity.CRITICAL ? RED : AMBER;
    };
  }

  private static String footer(Alarm alarm) {
    String number = alarm.subject().incident().map(i -> " · incident " + i.id()).orElse("");
    String severity = alarm.phase() == AlarmPhase.TEST ? "" : " · " + alarm.severity().word();
    String dropped = alarm.dropped() == 0 ? "" : " · " + alarm.dropped() + " not delivered before";
    return alarm.subject().host() + number + severity + dropped;
  }

  @Override
  public SendResult judge(Reply reply) {
    JsonNode body = body(reply);
    SendResult result =
        Answers.judge(reply, target.host(), Alarm.cut(body.path("message").asText(), 100), clock);
    Duration pause = result.pause();
    if (reply.status() == 429 && body.path("retry_after").isNumber()) {
      pause = longer(pause, body.path("retry_after").asText());
    }
    if (reply.headers().firstValue("X-RateLimit-Remaining").filter("0"::equals).isPresent()) {
      pause =
          longer(pause, reply.headers().firstValue("X-RateLimit-Reset-After").orElse("").strip());
    }
    return result.pause(pause);
  }

  private static Duration longer(Duration one, String seconds) {
    return Answers.seconds(seconds).filter(two -> two.compareTo(one) > 0).orElse(one);
  }

  private static JsonNode body(Reply reply) {
    try {
      return JSON.readTree(reply.body().isBlank() ? "{}" : reply.body());
    } catch (JsonProcessingException e) {
      // The body is a proxy's page; the status is sufficient.
      return JSON.createObjectNode();
    }
  }
}
