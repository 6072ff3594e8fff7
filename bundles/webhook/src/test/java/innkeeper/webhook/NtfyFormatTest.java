package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.api.incident.IncidentKind;
import innkeeper.webhook.StandIn.Answer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Judges the message as ntfy's documentation of publishing as JSON does. */
class NtfyFormatTest {

  private final StandIn ntfy;

  NtfyFormatTest() throws Exception {
    ntfy = new StandIn();
    ntfy.answers(new Answer(200, "{\"id\":\"sPs71M8A2T\",\"event\":\"message\"}", Map.of()));
  }

  @AfterEach
  void stop() {
    ntfy.close();
  }

  private NtfyComponent channel(Object... pairs) {
    Map<String, Object> values = new HashMap<>(Map.of("url", ntfy.url("/innkeeper_alarms")));
    for (int i = 0; i < pairs.length; i += 2) {
      values.put((String) pairs[i], pairs[i + 1]);
    }
    return new NtfyComponent(StandIn.config(NtfyConfig.class, values));
  }

  private JsonNode sent() throws Exception {
    StandIn.Got got = ntfy.got.get(ntfy.got.size() - 1);
    assertEquals("/", got.path(), "JSON goes to the root");
    JsonNode message = got.json();
    assertTrue(message.path("topic").asText().matches("[-_A-Za-z0-9]{1,64}"));
    int bytes = message.path("message").asText().getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes > 0 && bytes <= 4096, bytes + " bytes");
    assertTrue(message.path("priority").asInt() >= 1 && message.path("priority").asInt() <= 5);
    assertTrue(message.path("tags").isArray());
    return message;
  }

  @Test
  void anAlarmIsAValidMessageForNtfy() throws Exception {
    assertEquals(
        SendResult.delivered(),
        channel()
            .send(StandIn.alarm(AlarmPhase.OPENED, "web: crash loop", "why", List.of("last"))));
    JsonNode message = sent();
    assertEquals("innkeeper_alarms", message.path("topic").asText());
    assertEquals("box1: web: crash loop", message.path("title").asText());
    assertEquals("why\n\ninnkeeper why web\n\nlast", message.path("message").asText());
    assertEquals(5, message.path("priority").asInt());
    assertEquals("[\"rotating_light\"]", message.path("tags").toString());
    assertEquals("https://box1.example/projects/web", message.path("click").asText());
    assertNull(ntfy.got.get(0).headers().getFirst("Authorization"));
  }

  @Test
  void theEndAndAWarningAreLessUrgent() throws Exception {
    channel().send(StandIn.alarm(AlarmPhase.CLOSED, "web: crash loop is over", "", List.of()));
    assertEquals(3, sent().path("priority").asInt());
    channel()
        .send(
            StandIn.alarm(AlarmPhase.OPENED, IncidentKind.CRASH, "", "web: crash", "", List.of()));
    assertEquals(4, sent().path("priority").asInt());
  }

  @Test
  void aLongTextBreaksNoLimit() throws Exception {
    for (AlarmPhase phase : AlarmPhase.values()) {
      channel().send(StandIn.hostile(phase));
      sent();
      channel()
          .send(StandIn.alarm(phase, "t", "", java.util.Collections.nCopies(10, "é€".repeat(250))));
      sent();
    }
  }

  @Test
  void tokenAndPasswordAreSentAsHeaderAndAreSecrets() throws Exception {
    NtfyComponent token = channel("token", "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2");
    token.send(StandIn.hostile(AlarmPhase.TEST));
    assertEquals(
        "Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
        ntfy.got.get(0).headers().getFirst("Authorization"));
    assertTrue(token.secrets().contains("tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"));
    NtfyComponent basic = channel("user", "phil", "password", "mypass");
    basic.send(StandIn.hostile(AlarmPhase.TEST));
    assertEquals("Basic cGhpbDpteXBhc3M=", ntfy.got.get(1).headers().getFirst("Authorization"));
    assertTrue(basic.secrets().containsAll(List.of("mypass", "cGhpbDpteXBhc3M=")));
  }

  @Test
  void anInvalidTokenIsRefusedWithoutShowingIt() throws Exception {
    NtfyComponent broken = channel("token", "tk_a\r\nX-Injected: 1");
    java.io.IOException e =
        org.junit.jupiter.api.Assertions.assertThrows(
            java.io.IOException.class, () -> broken.send(StandIn.hostile(AlarmPhase.TEST)));
    assertEquals("a header or the URL holds a character that is not allowed", e.getMessage());
    assertEquals(0, ntfy.got.size());
  }

  @Test
  void limitsAreTriedLaterAndAWrongTokenIsRefused() throws Exception {
    ntfy.answers(
        new Answer(429, "{\"code\":42901,\"http\":429,\"error\":\"limit reached\"}", Map.of()),
        new Answer(401, "{\"code\":40101,\"http\":401,\"error\":\"unauthorized\"}", Map.of()));
    assertEquals(Outcome.LATER, channel().send(StandIn.hostile(AlarmPhase.TEST)).outcome());
    assertEquals(Outcome.REFUSED, channel().send(StandIn.hostile(AlarmPhase.TEST)).outcome());
  }

  @Test
  void aUrlWithoutATopicIsAMistake() {
    for (String url : List.of("https://ntfy.sh", "https://ntfy.sh/", "https://ntfy.sh/a.b")) {
      assertTrue(channel("url", url).mistake().contains("url names no topic"), url);
    }
  }
}
