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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Judges the message as Discord's documentation of Execute Webhook and of embeds does. */
class DiscordFormatTest {

  private static final String PATH = "/api/webhooks/1188/aBcDeFgHiJkLmNoPqRsTuVwXyZ012345";

  private final StandIn discord;
  private final DiscordComponent channel;

  DiscordFormatTest() throws Exception {
    discord = new StandIn();
    channel =
        new DiscordComponent(StandIn.config(ChatConfig.class, Map.of("url", discord.url(PATH))));
  }

  @AfterEach
  void stop() {
    discord.close();
  }

  private JsonNode sent() throws Exception {
    StandIn.Got got = discord.got.get(discord.got.size() - 1);
    assertEquals("POST", got.method());
    assertEquals(PATH, got.path());
    assertEquals("application/json", got.headers().getFirst("Content-Type"));
    JsonNode message = got.json();
    judge(message);
    return message;
  }

  /** The limits that Discord refuses a message for, and the mentions. */
  private static void judge(JsonNode message) {
    assertTrue(message.path("content").isTextual());
    assertTrue(message.path("content").asText().length() <= 2000);
    assertEquals("{\"parse\":[]}", message.path("allowed_mentions").toString());
    assertEquals(1, message.path("embeds").size());
    JsonNode embed = message.path("embeds").get(0);
    assertTrue(embed.path("title").asText().length() <= 256, "title");
    assertTrue(embed.path("description").asText().length() <= 4096, "description");
    assertTrue(embed.path("footer").path("text").asText().length() <= 2048, "footer");
    assertTrue(embed.path("color").isInt() && embed.path("color").asInt() <= 0xFFFFFF);
    Instant.parse(embed.path("timestamp").asText());
    int all =
        embed.path("title").asText().length()
            + embed.path("description").asText().length()
            + embed.path("footer").path("text").asText().length();
    for (JsonNode field : embed.path("fields")) {
      String name = field.path("name").asText();
      String value = field.path("value").asText();
      assertTrue(!name.isEmpty() && name.length() <= 256 && !value.isEmpty(), "field");
      assertTrue(value.length() <= 1024, "value");
      all += name.length() + value.length();
    }
    assertTrue(all <= 6000, "embeds have " + all + " characters");
  }

  @Test
  void anAlarmIsAValidMessageForDiscord() throws Exception {
    SendResult result =
        channel.send(
            StandIn.alarm(
                AlarmPhase.OPENED,
                "web: crash loop",
                "It ended 4 times",
                List.of("Traceback", "KeyError: 'x'")));
    assertEquals(SendResult.delivered(), result);
    JsonNode message = sent();
    assertEquals("**box1**: web: crash loop", message.path("content").asText());
    JsonNode embed = message.path("embeds").get(0);
    assertEquals(
        "It ended 4 times\n```\nTraceback\nKeyError: 'x'\n```", embed.path("description").asText());
    assertEquals("https://box1.example/projects/web", embed.path("url").asText());
    assertEquals("`innkeeper why web`", embed.path("fields").get(0).path("value").asText());
    assertEquals("2026-11-23T03:12:00.123Z", embed.path("timestamp").asText());
  }

  @Test
  void textOfALogMentionsNoUserAndKeepsTheLimits() throws Exception {
    for (AlarmPhase phase : AlarmPhase.values()) {
      channel.send(StandIn.hostile(phase));
      JsonNode embed = sent().path("embeds").get(0);
      String description = embed.path("description").asText();
      String code = description.replaceFirst("(?s).*?\n```\n", "");
      assertEquals(1, code.split("```", -1).length - 1, "the block of code ends once");
      String prose = description.substring(0, description.indexOf("\n```\n"));
      assertFalse(prose.matches("(?s).*(^|[^\\\\])([<@*_`\\[(]).*"), prose);
      assertFalse(embed.path("title").asText().matches("(?s).*(^|[^\\\\])([<@*_`\\[(]).*"));
    }
  }

  @Test
  void aRateLimitOfDiscordIsKept() throws Exception {
    discord.answers(
        new Answer(
            429,
            "{\"message\":\"You are being rate limited.\",\"retry_after\":64.57,\"global\":false}",
            Map.of("Retry-After", "65", "X-RateLimit-Remaining", "0")));
    SendResult result = channel.send(StandIn.hostile(AlarmPhase.OPENED));
    assertEquals(Outcome.LATER, result.outcome());
    assertEquals(Duration.ofSeconds(65), result.pause());
    discord.answers(
        new Answer(429, "{\"retry_after\":0.529,\"message\":\"x\",\"global\":true}", Map.of()));
    assertEquals(Duration.ofMillis(529), channel.send(StandIn.hostile(AlarmPhase.OPENED)).pause());
  }

  @Test
  void theLastRequestOfARateLimitIsSentAndTheNextWaits() throws Exception {
    discord.answers(
        new Answer(
            204, "", Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1.25")));
    assertEquals(
        SendResult.delivered().pause(Duration.ofMillis(1250)),
        channel.send(StandIn.hostile(AlarmPhase.OPENED)));
  }

  @Test
  void aWebhookThatWasDeletedRefusesAndAServerErrorDoesNot() throws Exception {
    discord.answers(
        new Answer(404, "{\"message\": \"Unknown Webhook\", \"code\": 10015}", Map.of()));
    SendResult gone = channel.send(StandIn.hostile(AlarmPhase.OPENED));
    assertEquals(Outcome.REFUSED, gone.outcome());
    assertEquals("127.0.0.1 answered 404: Unknown Webhook", gone.error());
    discord.answers(new Answer(502, "<html>", Map.of()));
    assertEquals(
        SendResult.later("127.0.0.1 answered 502"),
        channel.send(StandIn.hostile(AlarmPhase.OPENED)));
  }

  @Test
  void theTokenOfTheUrlIsASecretByItself() {
    assertTrue(channel.secrets().contains("aBcDeFgHiJkLmNoPqRsTuVwXyZ012345"));
    assertTrue(channel.secrets().contains(discord.url(PATH)));
    assertFalse(channel.secrets().contains("webhooks"));
  }
}
