package innkeeper.store.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WorkProgressTest {

  private static final long MIB = 1 << 20;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

  @Test
  void bytesPercentAndRemainingTimeAreShown() {
    assertEquals(
        "  12.0 MiB of 48.0 MiB, 25%, about 9s left",
        WorkProgress.text(Duration.ofSeconds(3), 12 * MIB, 48 * MIB));
  }

  @Test
  void noRemainingTimeIsShownAtTheStart() {
    assertEquals("  0 B of 48.0 MiB, 0%", WorkProgress.text(Duration.ofSeconds(3), 0, 48 * MIB));
  }

  @Test
  void thePercentageNeverExceeds100() {
    assertEquals(
        "  50.0 MiB of 48.0 MiB, 100%, about 0s left",
        WorkProgress.text(Duration.ofSeconds(3), 50 * MIB, 48 * MIB));
  }

  @Test
  void aPipeGetsOnlyTheNameOfThePhase() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    WorkProgress.Phase phase =
        new WorkProgress(out, false)
            .begin(
                "copying",
                1,
                () -> {
                  asked.countDown();
                  return 1;
                });
    boolean shown = asked.await(1, TimeUnit.SECONDS);
    phase.close();
    assertEquals("copying\n", text());
    assertEquals(false, shown);
  }

  @Test
  void aTerminalLineIsOverwrittenAndClearedAtTheEnd() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(2);
    WorkProgress.Phase phase =
        new WorkProgress(out, true)
            .begin(
                "copying",
                4 * MIB,
                () -> {
                  asked.countDown();
                  return MIB;
                });
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    phase.close();
    String text = text();
    assertTrue(text.startsWith("copying\n\r\u001b[K  1.0 MiB of 4.0 MiB, 25%, about "), text);
    assertTrue(text.endsWith("left\r\u001b[K"), text);
  }

  private String text() {
    return written.toString(StandardCharsets.UTF_8);
  }
}
