package innkeeper.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.api.alarm.Severity;
import innkeeper.api.log.CleanText;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.testkit.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChannelQueueTest {

  private record Sent(String title, Duration at, long dropped) {}

  /** The time goes on only while the queue waits: each wait is over at once. */
  private final FakeClock clock = new FakeClock(SampleIncidents.NOW);

  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> settled = new LinkedBlockingQueue<>();
  private final WatchedScheduler watch = new WatchedScheduler("test-watch", 1, 0);
  private ChannelQueue queue;

  @BeforeEach
  void engine() {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
  }

  @AfterEach
  void close() {
    if (queue != null) {
      queue.close();
    }
    watch.shutdownNow();
  }

  private interface Script {
    SendResult send(Alarm alarm) throws IOException, InterruptedException;
  }

  private ChannelQueue queue(Script script, String... secrets) {
    AlarmChannel channel =
        new AlarmChannel() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public SendResult send(Alarm alarm) throws IOException, InterruptedException {
            sent.add(
                new Sent(
                    alarm.message().title(),
                    Duration.between(SampleIncidents.NOW, clock.instant()),
                    alarm.dropped()));
            return script.send(alarm);
          }
        };
    ChannelQueue.Pace leap =
        (changed, longest) -> {
          if (longest.equals(Duration.ofMinutes(1)) && sent.size() == settledOrTried()) {
            changed.wait(1000);
          } else {
            clock.advance(longest);
          }
        };
    queue =
        new ChannelQueue(
            "test",
            channel,
            List.of(secrets),
            () -> true,
            new ChannelQueue.Means(clock, leap, Duration.ofMillis(200), watch));
    return queue;
  }

  /** An empty queue waits for real. */
  private int settledOrTried() {
    return queue.status("").waiting() == 0 ? sent.size() : -1;
  }

  private static Alarm alarm(String title, AlarmPhase phase) {
    return new Alarm(
        title,
        phase,
        Severity.CRITICAL,
        SampleIncidents.NOW,
        new Alarm.Subject("box", "web", Optional.empty()),
        new Alarm.Message(title, "", List.of(), "", Optional.empty()),
        0);
  }

  private void add(String title) {
    queue.add(alarm(title, AlarmPhase.OPENED), r -> settled.add(title + " " + r.outcome()));
  }

  private String settled() throws InterruptedException {
    return settled.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void aFailedSendIsTriedAgainAfterPausesThatDouble() throws Exception {
    AtomicInteger left = new AtomicInteger(8);
    queue(a -> left.decrementAndGet() > 0 ? SendResult.later("503") : SendResult.delivered());
    add("one");
    queue.start();
    assertEquals("one DELIVERED", settled());
    assertEquals(
        List.of(0L, 1L, 3L, 7L, 15L, 31L, 63L, 123L),
        sent.stream().map(s -> s.at().toSeconds()).toList());
  }

  @Test
  void aRequestedPauseIsKept() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    queue(
        a ->
            tries.getAndIncrement() == 0
                ? SendResult.later("429").pause(Duration.ofSeconds(42))
                : SendResult.delivered());
    add("one");
    queue.start();
    assertEquals("one DELIVERED", settled());
    assertEquals(List.of(0L, 42L), sent.stream().map(s -> s.at().toSeconds()).toList());
  }

  @Test
  void atMostTwentyAlarmsAreSentWithinAMinute() throws Exception {
    queue(a -> SendResult.delivered());
    for (int i = 0; i < 45; i++) {
      add("a" + i);
    }
    queue.start();
    for (int i = 0; i < 45; i++) {
      assertEquals("a" + i + " DELIVERED", settled());
    }
    assertEquals(
        List.of(0L, 60L, 120L), sent.stream().map(s -> s.at().toSeconds()).distinct().toList());
    assertEquals(20, sent.stream().filter(s -> s.at().isZero()).count());
  }

  @Test
  void aFullQueueDropsTheOldestAlarmAndTheNextCountsIt() throws Exception {
    queue(a -> SendResult.delivered());
    for (int i = 0; i < ChannelQueue.MOST + 3; i++) {
      add("a" + i);
    }
    assertEquals(ChannelQueue.MOST, queue.status("").waiting());
    assertEquals("a0 REFUSED", settled());
    queue.start();
    for (int i = 1; i < ChannelQueue.MOST + 3; i++) {
      settled();
    }
    assertEquals(new Sent("a3", Duration.ZERO, 3), sent.get(0));
    assertEquals(0, sent.get(1).dropped());
    assertEquals(3, queue.status("").givenUp());
  }

  @Test
  void aRefusedAlarmIsNotRepeatedAndDelaysNothing() throws Exception {
    queue(
        a ->
            a.message().title().equals("bad") ? SendResult.refused("400") : SendResult.delivered());
    add("bad");
    add("good");
    queue.start();
    assertEquals("bad REFUSED", settled());
    assertEquals("good DELIVERED", settled());
    assertEquals(1, queue.status("").givenUp());
    assertEquals(1, sent.get(1).dropped());
  }

  @Test
  void anAlarmThatCannotBeDeliveredIsGivenUpAfterAnHour() throws Exception {
    queue(a -> SendResult.later("away"));
    add("one");
    queue.start();
    assertEquals("one LATER", settled());
    assertEquals(Duration.ofHours(1).toMinutes(), sent.get(sent.size() - 1).at().toMinutes());
  }

  @Test
  void aSendThatHangsIsInterruptedAndTriedAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    queue(
        a -> {
          if (tries.getAndIncrement() == 0) {
            new CountDownLatch(1).await();
          }
          return SendResult.delivered();
        });
    add("one");
    queue.start();
    assertEquals("one DELIVERED", settled());
    assertEquals(2, tries.get());
  }

  @Test
  void anErrorWhileSendingLosesNoAlarm() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    queue(
        a -> {
          if (tries.getAndIncrement() == 0) {
            throw new OutOfMemoryError("no heap, for once");
          }
          return SendResult.delivered();
        });
    add("one");
    queue.start();
    assertEquals("one DELIVERED", settled());
  }

  @Test
  void secretsAreRedactedInErrors() throws Exception {
    String url = "https://x.example/t/s3cr3t";
    queue(
        a -> {
          throw new IOException("GET " + url + "\nrefused");
        },
        url);
    CompletableFuture<SendResult> answer = new CompletableFuture<>();
    queue.add(alarm("t", AlarmPhase.TEST), answer::complete);
    queue.start();
    assertEquals("GET [REDACTED] refused", answer.get(30, TimeUnit.SECONDS).error());
    assertFalse(queue.status("").toString().contains("s3cr3t"));
  }

  @Test
  void aTestIsSentFirstAndTriedOnce() throws Exception {
    queue(a -> SendResult.later("away"));
    add("one");
    CompletableFuture<SendResult> answer = new CompletableFuture<>();
    queue.add(alarm("test", AlarmPhase.TEST), answer::complete);
    queue.start();
    assertEquals(Outcome.LATER, answer.get(30, TimeUnit.SECONDS).outcome());
    assertEquals("test", sent.get(0).title());
    settled();
    assertEquals(1, sent.stream().filter(s -> s.title().equals("test")).count());
    assertTrue(sent.size() > 10);
  }
}
