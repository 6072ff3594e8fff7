package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.webhook.StandIn.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Judges the message as Slack's documentation of incoming webhooks and Block Kit does. */
class SlackFormatTest {

  private static final String PATH = "/services/T0000/B0000/XXXXXXXXXXXXXXXXXXXXXXXX";

  private final StandIn slack;
  private final SlackComponent channel;

  SlackFormatTest() throws Exception {
    slack = new StandIn();
    slack.answers(new Answer(200, "ok", Map.of()));
    channel = new SlackComponent(StandIn.config(ChatConfig.class, Map.of("url", slack.url(PATH))));
  }

  @AfterEach
  void stop() {
    slack.close();
  }

  private JsonNode sent() throws Exception {
    JsonNode message = slack.got.get(slack.got.size() - 1).json();
    assertFalse(message.path("text").asText().isEmpty());
    assertTrue(message.path("text").asText().length() <= 4000);
    assertFalse(message.path("link_names").asBoolean(true));
    assertTrue(message.path("blocks").size() <= 50);
    for (JsonNode block : message.path("blocks")) {
      switch (block.path("type").asText()) {
        case "header" -> {
          assertEquals("plain_text", block.path("text").path("type").asText());
          text(block.path("text"), 150);
        }
        case "section" -> text(block.path("text"), 3000);
        case "context" -> {
          assertTrue(block.path("elements").size() <= 10);
          text(block.path("elements").get(0), 3000);
        }
        default -> throw new AssertionError(block.toString());
      }
    }
    return message;
  }

  private static void text(JsonNode text, int most) {
    int length = text.path("text").asText().length();
    assertTrue(length > 0 && length <= most, length + " characters");
    if (text.path("type").asText().equals("mrkdwn")) {
      assertTrue(text.path("verbatim").asBoolean(), "names and links are not parsed");
    }
  }

  @Test
  void anAlarmIsAValidMessageForSlack() throws Exception {
    assertEquals(
        SendResult.delivered(),
        channel.send(
            StandIn.alarm(
                AlarmPhase.OPENED, "web: crash loop", "a < b && c > d", List.of("one", "two"))));
    JsonNode message = sent();
    assertEquals("box1: web: crash loop", message.path("text").asText());
    assertEquals(
        "a &lt; b &amp;&amp; c &gt; d",
        message.path("blocks").get(1).path("text").path("text").asText());
    assertEquals(
        "```\none\ntwo\n```", message.path("blocks").get(2).path("text").path("text").asText());
  }

  @Test
  void textOfALogMentionsNoUserAndKeepsTheLimits() throws Exception {
    for (AlarmPhase phase : AlarmPhase.values()) {
      channel.send(StandIn.hostile(phase));
      JsonNode message = sent();
      String all = message.toString().replace("<https://box1.example/projects/web|page>", "");
      assertFalse(all.contains("<") || all.contains(">"), all);
      assertFalse(all.matches("(?s).*&(?!(amp|lt|gt);).*"), "no escape is cut");
    }
  }

  @Test
  void aRateLimitIsKept() throws Exception {
    slack.answers(new Answer(429, "rate_limited", Map.of("Retry-After", "30")));
    SendResult result = channel.send(StandIn.hostile(AlarmPhase.OPENED));
    assertEquals(
        SendResult.later("127.0.0.1 answered 429: rate_limited").pause(Duration.ofSeconds(30)),
        result);
  }

  @Test
  void aRevokedWebhookRefuses() throws Exception {
    slack.answers(new Answer(404, "no_service", Map.of()));
    SendResult result = channel.send(StandIn.hostile(AlarmPhase.OPENED));
    assertEquals(Outcome.REFUSED, result.outcome());
    assertEquals("127.0.0.1 answered 404: no_service", result.error());
  }
}
