package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.archive.Retired;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetiredTest {

  @TempDir Path temp;
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void anInodeIsNotReusedWhileAReaderMayRememberIt() throws IOException {
    Set<Object> old = new HashSet<>();
    Set<Object> fresh = new HashSet<>();
    try (Retired retired = new Retired(nanos::get)) {
      for (int i = 0; i < 50; i++) {
        Path file = Files.writeString(temp.resolve("old" + i), "line\n");
        old.add(key(file));
        retired.hold(file);
        Files.delete(file);
        fresh.add(key(Files.createFile(temp.resolve("new" + i))));
      }
      assertEquals(50, fresh.size());
      fresh.retainAll(old);
      assertEquals(Set.of(), fresh);
    }
  }

  @Test
  void filesAreHeldForABoundedTimeAndSize() throws IOException {
    try (Retired retired = new Retired(nanos::get)) {
      retired.hold(Files.writeString(temp.resolve("a"), "line\n"));
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
      retired.release();
      assertFalse(retired.isEmpty());
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(6));
      retired.release();
      assertTrue(retired.isEmpty());
      Path large = temp.resolve("large");
      try (var file = new java.io.RandomAccessFile(large.toFile(), "rw")) {
        file.setLength(Retired.MOST_BYTES + 1);
      }
      retired.hold(large);
      assertTrue(retired.isEmpty(), "it alone is too much");
      retired.hold(temp.resolve("gone"));
      assertTrue(retired.isEmpty(), "what is not there cannot be held");
    }
  }

  private static Object key(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }
}
