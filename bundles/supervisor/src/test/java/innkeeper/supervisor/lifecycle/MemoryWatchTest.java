package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  private final MemoryWatch watch = new MemoryWatch(null, null);

  @Test
  void twoLooksInARowAreTooMuch() {
    assertFalse(watch.exceeds(1, 101, 100));
    assertTrue(watch.exceeds(1, 101, 100));
  }

  @Test
  void aPeakThatIsGoneAtTheNextLookIsNone() {
    assertFalse(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(1, 100, 100));
    assertFalse(watch.exceeds(1, 500, 100));
  }

  @Test
  void whatTheServerBeforeHadIsNotCounted() {
    assertFalse(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(2, 500, 100));
    assertTrue(watch.exceeds(2, 500, 100));
  }

  @Test
  void oneServerIsEndedOnceForIt() {
    watch.exceeds(1, 500, 100);
    assertTrue(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(1, 500, 100));
  }
}
