package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TurnsUnderLoadTest {

  private static final int WRITERS = 8;
  private static final int LINES = 25_000;

  @TempDir Path dir;

  @Test
  void eightWritersLoseAndDoubleNothingOverHundredsOfRotations() throws Exception {
    AtomicBoolean writing = new AtomicBoolean(true);
    try (House house = new House(dir).start();
        TestLog log = new TestLog(dir.resolve("logs/demo.log")).bounds(8 << 10, 1_000_000)) {
      house.settings.set("LOG_TOTAL_BYTES", Long.MAX_VALUE);
      house.rotation.add(log);
      AtomicBoolean missing = new AtomicBoolean();
      Thread watcher =
          new Thread(
              () -> {
                while (writing.get()) {
                  missing.compareAndSet(false, Files.notExists(log.path()));
                }
              });
      watcher.start();
      Thread operator =
          new Thread(
              () -> {
                while (writing.get()) {
                  rotate(house);
                }
              });
      operator.start();
      write(house, log);
      writing.set(false);
      watcher.join();
      operator.join();
      assertTrue(!missing.get(), "a reader saw the active name missing");
      assertTrue(Lines.archives(log.path()).size() > 100, "too few turns to tell anything");
    }
    try (House later = new House(dir)) {
      later.tidy();
    }
    assertContiguous(Lines.of(dir.resolve("logs/demo.log")));
    long plain =
        Lines.archives(dir.resolve("logs/demo.log")).stream()
            .filter(f -> !f.toString().endsWith(".gz"))
            .count();
    assertEquals(1, plain, "the newest archive alone stays plain");
    assertTrue(
        Lines.names(dir.resolve("logs")).stream().noneMatch(n -> n.endsWith(".tmp")), "debris");
  }

  private static void rotate(House house) {
    try {
      house.rotation.rotate("demo");
      Thread.sleep(5);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(House house, TestLog log) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        Callable<Void> job =
            () -> {
              for (int i = 0; i < LINES; i++) {
                log.line(house.rotation, writer + " " + i);
              }
              return null;
            };
        running.add(pool.submit(job));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  private static void assertContiguous(List<String> lines) {
    int[] next = new int[WRITERS];
    for (String line : lines) {
      String[] part = line.split(" ");
      int writer = Integer.parseInt(part[0]);
      assertEquals(next[writer]++, Integer.parseInt(part[1]), "writer " + writer);
    }
    for (int w = 0; w < WRITERS; w++) {
      assertEquals(LINES, next[w], "writer " + w);
    }
  }
}
