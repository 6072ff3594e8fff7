package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.logging.file.DirectoryWatch;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An Error in a long-lived thread ends neither the thread nor what it is for. */
class ErrorsTest {

  private static final long PATIENCE_SECONDS = 30;

  private final AtomicInteger errors = new AtomicInteger();
  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private void failOnce() {
    if (errors.getAndIncrement() == 0) {
      throw new OutOfMemoryError("no heap, for once");
    }
  }

  private void append(String line) throws IOException {
    Files.writeString(house.log("demo"), line, StandardOpenOption.APPEND);
  }

  /** Memory that was short once says nothing of the bytes, so they are not masked either. */
  @Test
  void aCaptureThatRanOutOfMemoryLosesAndMasksNothing() throws Exception {
    house.rotator =
        (Rotator)
            Proxy.newProxyInstance(
                Rotator.class.getClassLoader(),
                new Class<?>[] {Rotator.class},
                (proxy, method, arguments) -> {
                  failOnce();
                  return method.getReturnType() == boolean.class ? false : null;
                });
    house.fifo("demo");
    house.start();
    house.server("demo", "i=0; while [ $i -lt 50 ]; do i=$((i+1)); echo line $i; done");
    House.await("all lines", () -> house.all("demo").endsWith("line 50\n"));
    assertEquals(50, house.all("demo").lines().filter(l -> l.startsWith("line ")).count());
    assertEquals(50, house.all("demo").lines().count());
    assertTrue(errors.get() > 1);
  }

  @Test
  void aFollowerThatThrowsGetsAGapAndThenNewLines() throws Exception {
    house.start();
    Files.writeString(house.log("demo"), "first\n");
    Logs logs = house.logging.logs();
    List<Logs.Batch> came = new CopyOnWriteArrayList<>();
    try (AutoCloseable following =
        logs.follow(
            "demo",
            logs.tail("demo", 1).cursor(),
            batch -> {
              failOnce();
              came.add(batch);
            })) {
      append("lost\n");
      House.await("the error", () -> errors.get() > 0);
      append("comes\n");
      House.await(
          following + " goes on", () -> came.stream().anyMatch(b -> b.lines().contains("comes")));
    }
    assertTrue(came.get(0).gap());
  }

  @Test
  void aWatchThatThrewReadsTheWholeDirectoryAndContinues(@TempDir Path watched) throws Exception {
    AtomicInteger alls = new AtomicInteger();
    CountDownLatch later = new CountDownLatch(1);
    DirectoryWatch.Eye eye =
        new DirectoryWatch.Eye() {
          @Override
          public void seen(Set<Path> paths) {
            failOnce();
            if (paths.contains(watched.resolve("later"))) {
              later.countDown();
            }
          }

          @Override
          public void all() {
            alls.incrementAndGet();
          }
        };
    DirectoryWatch watch = new DirectoryWatch(Map.of(watched, eye));
    watch.start();
    House.await("registered", () -> alls.get() == 1);
    Files.writeString(watched.resolve("first"), "");
    House.await("what was lost is looked for", () -> alls.get() == 2);
    Files.writeString(watched.resolve("later"), "");
    assertTrue(later.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    watch.close();
  }
}
