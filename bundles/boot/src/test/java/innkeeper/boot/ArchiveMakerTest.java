package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveMakerTest {

  @Test
  void onlyAHostThatStartedWithoutAnArchiveHasOneMade() {
    assertTrue(ArchiveMaker.wanted("missing", Map.of()));
    assertFalse(ArchiveMaker.wanted("used", Map.of()));
    assertFalse(ArchiveMaker.wanted("made", Map.of()), "a maker starts no maker");
    assertFalse(ArchiveMaker.wanted(null, Map.of()), "an older start script");
    assertFalse(ArchiveMaker.wanted("missing", Map.of("INNKEEPER_ARCHIVES", "off")));
  }

  @Test
  void theMakerWaitsUnlessItIsToStartNow() {
    assertTrue(ArchiveMaker.delay(Map.of()).compareTo(Duration.ofSeconds(1)) > 0);
    assertEquals(Duration.ZERO, ArchiveMaker.delay(Map.of("INNKEEPER_ARCHIVES", "now")));
  }

  @Test
  void theMakerRunsOnceTheHostIsReady(@TempDir Path home) throws Exception {
    Path made = home.resolve("made");
    Path script = Files.createDirectory(home.resolve("lib")).resolve("archives.sh");
    Files.writeString(
        script, "echo \"$1\" >'" + made + ".half'; mv '" + made + ".half' '" + made + "'\n");
    AtomicBoolean ready = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(2);
    ArchiveMaker.start(
        home,
        Duration.ZERO,
        () -> {
          asked.countDown();
          return ready.get();
        });
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    assertFalse(Files.exists(made), "not before the host is ready");
    ready.set(true);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.exists(made) && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertEquals("make\n", Files.readString(made));
  }
}
