package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckRunnerTest {

  private final CheckRunner runner = new CheckRunner();

  @AfterEach
  void close() {
    runner.close();
  }

  private HealthCheckResult run(HealthCheck check) {
    return runner.run(Map.of("a", check)).get(0);
  }

  private static Result result(Result.Status status, String... texts) {
    ResultLog log = new ResultLog();
    for (String text : texts) {
      log.add(new ResultLog.Entry(log.iterator().hasNext() ? Result.Status.OK : status, text));
    }
    return new Result(log);
  }

  @Test
  void valueLimitAndFixAreTakenFromTheEntries() {
    HealthCheckResult found =
        run(
            () ->
                result(Result.Status.WARN, "it is full", "value: 1 GiB", "limit: 5 GiB", "fix: x"));
    assertEquals(HealthStatus.WARN, found.status());
    assertEquals(
        List.of("it is full", "1 GiB", "5 GiB", "x"),
        List.of(found.why(), found.value(), found.limit(), found.fix()));
  }

  @Test
  void aCheckThatPassesNeedsNoReasonAndNoFix() {
    HealthCheckResult found = run(() -> result(Result.Status.OK, "There is room.", "fix: none"));
    assertEquals(HealthStatus.PASS, found.status());
    assertEquals("", found.why() + found.fix());
  }

  @Test
  void onlyACriticalCheckFailsTheHost() {
    assertEquals(
        HealthStatus.WARN, run(() -> result(Result.Status.TEMPORARILY_UNAVAILABLE, "x")).status());
    assertEquals(HealthStatus.FAIL, run(() -> result(Result.Status.CRITICAL, "x")).status());
  }

  @Test
  void aCheckThatThrowsIsAWarningWithTheReason() {
    HealthCheckResult found =
        run(
            () -> {
              throw new IllegalStateException("no such table");
            });
    assertEquals(HealthStatus.WARN, found.status());
    assertTrue(found.why().contains("no such table"), found.why());
  }

  @Test
  void aHangingCheckIsNotStartedTwiceAndDelaysNoOtherCheck() {
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    HealthCheck hangs =
        () -> {
          begun.incrementAndGet();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return result(Result.Status.OK, "at last");
        };
    for (int i = 0; i < 2; i++) {
      List<HealthCheckResult> results =
          runner.run(
              new java.util.TreeMap<>(
                  Map.of("a", hangs, "b", () -> result(Result.Status.OK, "well"))));
      assertEquals("This check has not answered within 2 s.", results.get(0).why());
      assertEquals(HealthStatus.PASS, results.get(1).status());
    }
    assertEquals(1, begun.get());
    over.countDown();
  }
}
