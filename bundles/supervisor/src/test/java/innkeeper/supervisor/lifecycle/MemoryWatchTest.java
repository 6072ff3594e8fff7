package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  private final MemoryWatch watch = new MemoryWatch(null, null);

  @Test
  void twoChecksAboveTheLimitAreTooMany() {
    assertFalse(watch.exceeds(1, 101, 100));
    assertTrue(watch.exceeds(1, 101, 100));
  }

  @Test
  void aSinglePeakIsIgnored() {
    assertFalse(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(1, 100, 100));
    assertFalse(watch.exceeds(1, 500, 100));
  }

  @Test
  void checksOfAnEarlierServerDoNotCount() {
    assertFalse(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(2, 500, 100));
    assertTrue(watch.exceeds(2, 500, 100));
  }

  @Test
  void aServerIsEndedOnceForItsMemory() {
    watch.exceeds(1, 500, 100);
    assertTrue(watch.exceeds(1, 500, 100));
    assertFalse(watch.exceeds(1, 500, 100));
  }

  @Test
  void sharedMemoryCountsOnce() throws Exception {
    Process parent =
        new ProcessBuilder(
                "perl",
                "-e",
                "$| = 1; $x = 'a' x 60_000_000; for (1..4) { if (!fork) { sleep 100; exit } }"
                    + " print qq(ready\\n); sleep 100")
            .start();
    try {
      assertEquals('r', parent.getInputStream().read());
      List<Stat> family =
          Stream.concat(Stream.of(parent.toHandle()), parent.descendants())
              .map(process -> Proc.stat(process.pid()).orElseThrow())
              .toList();
      assertEquals(5, family.size());
      assertTrue(MemoryWatch.bytes(family) > 300_000_000, "resident");
      long shares = MemoryWatch.shares(family);
      assertTrue(shares > 60_000_000 && shares < 150_000_000, "shares are " + shares);
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly().waitFor();
    }
  }
}
