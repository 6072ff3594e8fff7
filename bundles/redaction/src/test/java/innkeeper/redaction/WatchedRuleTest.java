package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WatchedRuleTest {
  private final Engine engine = new Engine();
  private final CountDownLatch never = new CountDownLatch(1);

  /** A rule that does what a function of the line says. */
  private record Code(Function<String, List<int[]>> find) implements Rule {
    @Override
    public String name() {
      return "code";
    }

    @Override
    public List<int[]> find(byte[] line, int length) {
      return find.apply(new String(line, 0, length, StandardCharsets.UTF_8));
    }
  }

  private WatchedRule watch(long millis, Function<String, List<int[]>> find) {
    WatchedRule watched = new WatchedRule(new Code(find), Duration.ofMillis(millis));
    engine.rules(List.of(watched));
    return watched;
  }

  @Test
  void aRuleThatNeverReturnsHidesItsLineAndHoldsNobodyUp() {
    try (WatchedRule watched =
        watch(
            100,
            line -> {
              while (never.getCount() > 0) {
                Thread.onSpinWait();
              }
              return List.of();
            })) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () -> assertEquals("[REDACTED]\n[REDACTED]\n", engine.redact("one\ntwo\n")));
      assertTrue(watched.overdue().startsWith("no answer within 100 ms"), watched.overdue());
    } finally {
      never.countDown();
    }
  }

  @Test
  void whatTheRuleThrowsHidesTheLineOnly() {
    try (WatchedRule watched =
        watch(
            30_000,
            line -> {
              if (line.contains("bad")) {
                throw new StackOverflowError();
              }
              return List.of();
            })) {
      assertEquals("fine\n[REDACTED]\nfine\n", engine.redact("fine\nbad\nfine\n"));
      assertEquals("", watched.overdue());
    }
  }

  @Test
  void whatTheRuleFindsIsHidden() {
    try (WatchedRule watched =
        watch(
            30_000,
            line -> {
              int at = line.indexOf("plum");
              return at < 0 ? List.of() : List.of(new int[] {at, at + 4});
            })) {
      assertEquals("a [REDACTED] pie\n".repeat(500), engine.redact("a plum pie\n".repeat(500)));
      assertEquals("code", watched.name());
    }
  }

  @Test
  void theRuleNeverRunsOnItsCallersThread() {
    Thread caller = Thread.currentThread();
    boolean[] same = new boolean[1];
    try (WatchedRule watched =
        watch(
            30_000,
            line -> {
              same[0] |= Thread.currentThread() == caller;
              return List.of();
            })) {
      engine.redact("a\nb\n");
      assertFalse(same[0]);
      assertEquals("", watched.overdue());
    }
  }
}
