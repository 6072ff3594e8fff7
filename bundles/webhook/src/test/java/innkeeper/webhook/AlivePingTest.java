package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.webhook.StandIn.Answer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlivePingTest {

  @Test
  void aPingIsAGetAndAFailedPingIsRepeatedSooner() throws Exception {
    try (StandIn service = new StandIn()) {
      service.answers(new Answer(200, "OK", Map.of()), new Answer(500, "no", Map.of()));
      AlivePing ping =
          new AlivePing(
              Target.of(service.url("/ping/5f1e3a2b-token-of-mine")),
              new HttpSender(Duration.ofSeconds(10)),
              Duration.ofMinutes(5));
      assertEquals(Duration.ofMinutes(5), ping.send());
      assertEquals("", ping.error());
      assertEquals(1, ping.reached());
      assertEquals("GET", service.got.get(0).method());
      assertEquals(Duration.ofMinutes(1), ping.send());
      assertEquals("127.0.0.1 answered 500", ping.error());
    }
  }

  @Test
  void anUnreachableServiceIsNamedWithoutTheToken() throws Exception {
    String url;
    try (StandIn service = new StandIn()) {
      url = service.url("/ping/5f1e3a2b-token-of-mine");
    }
    AlivePing ping =
        new AlivePing(
            Target.of(url), new HttpSender(Duration.ofSeconds(10)), Duration.ofMinutes(5));
    ping.send();
    assertFalse(ping.error().contains("token-of-mine"), ping.error());
    assertFalse(ping.error().isEmpty());
  }

  @Test
  void withoutAUrlNothingIsSentAndTheMistakeIsReported() throws Exception {
    AlivePing ping =
        new AlivePing(Target.of(""), new HttpSender(Duration.ofSeconds(1)), Duration.ofMinutes(5));
    assertEquals(Duration.ofMinutes(5), ping.send());
    assertEquals("no url is set", ping.error());
  }
}
