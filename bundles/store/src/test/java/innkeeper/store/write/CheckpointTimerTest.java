package innkeeper.store.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckpointTimerTest {

  private long now = 1_000_000_000_000L;
  private final CheckpointTimer due = new CheckpointTimer(CheckpointPolicy.USUAL, () -> now);

  private void after(Duration span) {
    now += span.toNanos();
  }

  @Test
  void theFilesAreCheckedEveryThreeSecondsWithoutAWrite() {
    assertFalse(due.now());
    assertEquals(Duration.ofSeconds(3).toNanos(), due.nanosToNext());
    after(Duration.ofDays(1));
    assertFalse(due.now());
  }

  @Test
  void anEntryIsWrittenBackTwoSecondsAfterTheLast() {
    for (int i = 0; i < 10; i++) {
      due.written(false);
      after(Duration.ofMillis(1900));
      assertFalse(due.now());
    }
    after(Duration.ofMillis(100));
    assertTrue(due.now());
  }

  @Test
  void aChangedProjectIsWrittenBackAfterOneSecond() {
    due.written(true);
    for (int i = 0; i < 9; i++) {
      after(Duration.ofMillis(100));
      due.written(i % 2 == 0);
      assertFalse(due.now());
    }
    after(Duration.ofMillis(100));
    assertTrue(due.now());
    due.writtenBack(true);
    assertFalse(due.now());
  }

  @Test
  void aBlockedCheckpointIsRetriedAfterOneSecondAndAFailedOneAfterThirty() {
    due.written(true);
    after(Duration.ofSeconds(1));
    due.writtenBack(false);
    assertFalse(due.now());
    after(Duration.ofSeconds(1));
    assertTrue(due.now());
    due.failed();
    after(Duration.ofSeconds(29));
    assertFalse(due.now());
    after(Duration.ofSeconds(1));
    assertTrue(due.now());
  }
}
