package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.webhook.Outbox.Post.Answer;
import innkeeper.webhook.Outbox.Post.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutboxTest {

  @Test
  void theOldestGoesWhenItIsFullAndTheNextSaysHowMany() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch last = new CountDownLatch(1);
    ConcurrentLinkedQueue<Long> dropped = new ConcurrentLinkedQueue<>();
    Outbox outbox =
        new Outbox(
            (alarm, lost) -> {
              asked.countDown();
              open.await();
              dropped.add(lost);
              if (alarm.subject().equals("last")) {
                last.countDown();
              }
              return new Answer(Outcome.DELIVERED, "");
            },
            Duration.ofHours(1),
            System::nanoTime);
    outbox.start();
    outbox.add(alarm("0"));
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    for (int i = 1; i < Outbox.MOST + 10; i++) {
      outbox.add(alarm("" + i));
    }
    outbox.add(alarm("last"));
    assertEquals(Outbox.MOST, outbox.standing().waiting());
    open.countDown();
    assertTrue(last.await(30, TimeUnit.SECONDS));
    assertEquals(11, dropped.stream().mapToLong(Long::longValue).sum());
    outbox.close();
  }

  @Test
  void whatTheReceiverRefusesIsNotSentAgainAndHoldsUpNothing() throws Exception {
    CountDownLatch second = new CountDownLatch(1);
    Outbox outbox =
        new Outbox(
            (alarm, lost) -> {
              if (alarm.subject().equals("good")) {
                second.countDown();
                return new Answer(Outcome.DELIVERED, "");
              }
              return new Answer(Outcome.NEVER, "answered 400");
            },
            Duration.ofHours(1),
            System::nanoTime);
    outbox.add(alarm("bad"));
    outbox.add(alarm("good"));
    outbox.start();
    assertTrue(second.await(30, TimeUnit.SECONDS));
    assertEquals(1, outbox.standing().dropped());
    outbox.close();
  }

  @Test
  void theSignatureIsStandardWebhooksOwnExample() {
    byte[] key = Signature.key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    String body = "{\"test\": 2432232314}";
    assertEquals(
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        Signature.of(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330L, body.getBytes()));
  }

  @Test
  void aMistakeInTheUrlNeverShowsTheUrl() {
    for (String url : List.of("ftp://x/token", "http://", "ht tp://token", "")) {
      assertTrue(!Target.of(url, "").mistake().isEmpty(), url);
      assertTrue(!Target.of(url, "").mistake().contains("token"), url);
    }
    assertEquals(
        "https://x.example:8443", Target.of("https://x.example:8443/t?k=s", "").receiver());
  }

  @Test
  void anErrorWhileOneIsSentLosesNone() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch second = new CountDownLatch(1);
    Outbox outbox =
        new Outbox(
            (alarm, lost) -> {
              if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no heap, for once");
              }
              if (alarm.subject().equals("second")) {
                second.countDown();
              }
              return new Answer(Outcome.DELIVERED, "");
            },
            Duration.ofHours(1),
            System::nanoTime);
    outbox.start();
    outbox.add(alarm("first"));
    outbox.add(alarm("second"));
    assertTrue(second.await(30, TimeUnit.SECONDS));
    assertEquals(3, tries.get());
    outbox.close();
  }

  private static Alarm alarm(String subject) {
    return new Alarm(subject, "test", subject, "", "", Instant.EPOCH);
  }
}
