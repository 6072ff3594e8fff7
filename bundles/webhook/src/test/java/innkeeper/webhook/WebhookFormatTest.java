package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.api.incident.IncidentKind;
import innkeeper.webhook.StandIn.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookFormatTest {

  private final StandIn receiver;

  WebhookFormatTest() throws Exception {
    receiver = new StandIn();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private WebhookComponent channel(String... events) {
    return new WebhookComponent(
        StandIn.config(
            WebhookConfig.class,
            Map.of("url", receiver.url("/hook?token=abc"), "secret", "s3", "events", events)));
  }

  private static Alarm failed(AlarmPhase phase) {
    return StandIn.alarm(phase, "web: crash loop", "it ended", List.of());
  }

  @Test
  void theBodyHasTheFormOfEarlierReleasesAndASignature() throws Exception {
    channel("*").send(failed(AlarmPhase.OPENED));
    StandIn.Got got = receiver.got.get(0);
    assertEquals(
        "{\"id\":\"6f1c\",\"event\":\"project.failed\",\"host\":\"box1\",\"subject\":\"web\","
            + "\"at\":\"2026-11-23T03:12:00.123Z\",\"text\":\"box1: web: crash loop: it ended\","
            + "\"fix\":\"innkeeper why web\",\"dropped\":0}",
        got.text());
    long seconds = Long.parseLong(got.headers().getFirst("webhook-timestamp"));
    assertEquals(
        Signature.of("s3".getBytes(), "6f1c", seconds, got.body()),
        got.headers().getFirst("webhook-signature"));
  }

  @Test
  void theEventsAreThoseOfEarlierReleases() {
    assertEquals("project.recovered", WebhookMessage.event(failed(AlarmPhase.CLOSED)));
    assertEquals("project.flapping", event(IncidentKind.FLAPPING, ""));
    assertEquals("backup.failed", event(IncidentKind.BACKUP_FAILURE, ""));
    assertEquals("run.failed", event(IncidentKind.MISSED_RUN, "schedule/web"));
    assertEquals("disk.full", event(IncidentKind.FAULT, "health/disk:free"));
    assertEquals("health.failed", event(IncidentKind.FAULT, "health/backup:age"));
    assertEquals("fault.failed", event(IncidentKind.FAULT, "queue/jobs"));
    assertEquals("test", WebhookMessage.event(failed(AlarmPhase.TEST)));
  }

  private static String event(IncidentKind kind, String source) {
    return WebhookMessage.event(StandIn.alarm(AlarmPhase.OPENED, kind, source, "t", "", List.of()));
  }

  @Test
  void onlyConfiguredEventsAreSent() throws Exception {
    WebhookComponent channel = channel("project.failed", "disk.*");
    assertTrue(channel.wants(failed(AlarmPhase.OPENED)));
    assertTrue(channel.wants(failed(AlarmPhase.TEST)));
    assertFalse(channel.wants(failed(AlarmPhase.CLOSED)));
    assertEquals(SendResult.delivered(), channel.send(failed(AlarmPhase.CLOSED)));
    assertEquals(0, receiver.got.size());
  }

  @Test
  void aDateInRetryAfterIsReadAndARedirectIsNotFollowed() throws Exception {
    receiver.answers(
        new Answer(503, "", Map.of("Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT")),
        new Answer(302, "", Map.of("Location", receiver.url("/elsewhere"))));
    assertTrue(
        channel("*").send(failed(AlarmPhase.OPENED)).pause().compareTo(Duration.ofDays(1)) > 0);
    assertEquals(Outcome.REFUSED, channel("*").send(failed(AlarmPhase.OPENED)).outcome());
    assertEquals(2, receiver.got.size());
  }

  @Test
  void theSignatureMatchesTheExampleOfStandardWebhooks() {
    byte[] key = Signature.key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    String body = "{\"test\": 2432232314}";
    assertEquals(
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        Signature.of(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330L, body.getBytes()));
  }

  @Test
  void aMistakeInTheUrlNeverShowsTheUrl() {
    for (String url : List.of("ftp://x/token", "http://", "ht tp://token", "")) {
      String mistake = Target.of(url).mistake();
      assertTrue(!mistake.isEmpty() && !mistake.contains("token"), url);
    }
    assertEquals("x.example", Target.of("https://x.example:8443/t?k=s").host());
  }

  @Test
  void aShortPartOfAUrlIsNotASecret() {
    assertEquals(List.of("https://ntfy.sh/alerts"), Target.of("https://ntfy.sh/alerts").secrets());
    assertTrue(
        Target.of("https://x.example/hook?key=0123456789abcdef")
            .secrets()
            .contains("0123456789abcdef"));
  }
}
