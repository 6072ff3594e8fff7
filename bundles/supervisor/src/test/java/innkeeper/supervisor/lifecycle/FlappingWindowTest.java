package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When FLAPPING begins and when it is over. */
class FlappingWindowTest {

  private final Flapping flapping = new Flapping();

  private static long minute(int minute) {
    return Duration.ofMinutes(minute).toNanos();
  }

  private void ends(int... minutes) {
    for (int minute : minutes) {
      flapping.ended(minute(minute));
    }
  }

  @Test
  void threeEndsWithinFifteenMinutesAreFlapping() {
    ends(0, 7);
    assertFalse(flapping.now());
    ends(15);
    assertTrue(flapping.now());
  }

  @Test
  void threeEndsInMoreAreNot() {
    ends(0, 8, 16, 24);
    assertFalse(flapping.now());
  }

  @Test
  void flappingLastsUntilFifteenMinutesWereQuiet() {
    ends(0, 1, 2, 16);
    assertEquals(Optional.of(Duration.ofMinutes(1)), flapping.quietIn(minute(30)));
    assertTrue(flapping.now());
    assertEquals(Optional.empty(), flapping.quietIn(minute(31)));
    assertFalse(flapping.now());
  }

  @Test
  void oneEndAfterAQuietTimeIsNotFlapping() {
    ends(0, 1, 2, 60);
    assertFalse(flapping.now());
  }

  @Test
  void whatIsRememberedGoesOn() {
    ends(0, 1, 2);
    Flapping next = new Flapping();
    next.restore(true, flapping.agesMillis(minute(5)), minute(4) / 1_000_000, minute(100));
    assertTrue(next.now());
    assertEquals(Optional.of(Duration.ofMinutes(8)), next.quietIn(minute(100)));
  }
}
