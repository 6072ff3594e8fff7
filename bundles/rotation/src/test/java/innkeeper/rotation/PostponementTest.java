package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.common.file.ArchiveName;
import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.disk.Space;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostponementTest {

  private static final long MIB = 1 << 20;

  private final AtomicLong nanos = new AtomicLong(5);
  private final RolloverRate pace = new RolloverRate(nanos::get);
  private long usable = 1L << 40;
  private final Postponement postponement = postponement(Duration.ZERO);

  private Postponement postponement(Duration plain) {
    return new Postponement(
        pace, d -> new Space.Reading(usable, 1L << 40, 256 * MIB), nanos::get, plain);
  }

  @BeforeEach
  void aWriterIsFast() {
    fast(Duration.ofSeconds(3));
  }

  private void fast(Duration span) {
    for (long left = span.toMillis(); left > 0; left -= 100) {
      pace.unforced(20 * MIB);
      nanos.addAndGet(Duration.ofMillis(100).toNanos());
    }
  }

  private static List<Archive> archives(int count, long bytes) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            i ->
                new Archive(
                    Path.of("/logs"),
                    new ArchiveName("demo.log", Instant.EPOCH, i, false),
                    true,
                    false,
                    bytes))
        .toList();
  }

  private boolean waits(List<Archive> next, long totalBytes) throws IOException {
    List<Archive> now = postponement.without(next, next, totalBytes);
    assertTrue(now.isEmpty() || now.equals(next), now::toString);
    return now.isEmpty() && !next.isEmpty();
  }

  @Test
  void eachArchiveStaysPlainForAWhileUnlessSpaceIsShort() throws Exception {
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    Postponement readers = postponement(Duration.ofSeconds(15));
    List<Archive> first = archives(1, MIB);
    List<Archive> both = archives(2, MIB);
    assertEquals(List.of(), readers.without(first, first, 1L << 40));
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertEquals(List.of(), readers.without(both, both, 1L << 40));
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    assertEquals(first, readers.without(both, both, 1L << 40));
    assertEquals(both, readers.without(both, both, 3 * MIB), "half the cap is passed");
    usable = 511 * MIB;
    assertEquals(both, readers.without(both, both, 1L << 40), "the disk runs low");
  }

  @Test
  void compressionWaitsDuringFastRotation() throws Exception {
    assertTrue(waits(archives(10, 10 * MIB), 1L << 40));
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertFalse(waits(archives(10, 10 * MIB), 1L << 40));
  }

  @Test
  void aModestRateDoesNotDelayCompression() throws Exception {
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    for (int i = 0; i < 100; i++) {
      pace.unforced(MIB);
      nanos.addAndGet(Duration.ofMillis(100).toNanos());
      assertFalse(pace.high(), "10 MiB a second");
    }
    assertFalse(waits(archives(10, 10 * MIB), 1L << 40));
  }

  @Test
  void compressionStartsAfterTwoMinutes() throws Exception {
    assertTrue(waits(archives(10, MIB), 1L << 40));
    Duration waited = Duration.ZERO;
    while (waits(archives(10, MIB), 1L << 40)) {
      fast(Duration.ofSeconds(1));
      waited = waited.plusSeconds(1);
    }
    assertEquals(Postponement.LONGEST, waited);
    fast(Duration.ofSeconds(1));
    assertFalse(waits(archives(9, MIB), 1L << 40), "and goes on until nothing waits");
    assertFalse(waits(List.of(), 1L << 40));
    assertTrue(waits(archives(1, MIB), 1L << 40), "then the next may wait again");
  }

  @Test
  void compressionStartsAboveTheByteLimit() throws Exception {
    assertTrue(waits(archives(204, 10 * MIB), 1L << 40));
    assertFalse(waits(archives(205, 10 * MIB), 1L << 40));
  }

  @Test
  void waitingDoesNotExceedHalfOfTheTotalLimit() throws Exception {
    assertTrue(waits(archives(10, 10 * MIB), 200 * MIB));
    assertFalse(waits(archives(11, 10 * MIB), 200 * MIB));
  }

  @Test
  void compressionDoesNotWaitOnALowDisk() throws Exception {
    usable = 511 * MIB;
    assertFalse(waits(archives(1, MIB), 1L << 40));
  }
}
