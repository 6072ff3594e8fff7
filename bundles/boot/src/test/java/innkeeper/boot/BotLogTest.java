package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.disk.DiskReserve;
import innkeeper.boot.log.BotLog;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BotLogTest {

  @TempDir Path dir;
  private final List<DiskReserve> reserves = new ArrayList<>();

  /** Closed before the directory goes: a reserve fills itself up on a thread of its own. */
  private DiskReserve reserve(Path in) {
    DiskReserve reserve = DiskReserve.at(in.resolve("reserve"), 3 << 20);
    reserves.add(reserve);
    return reserve;
  }

  @AfterEach
  void closeReserves() {
    reserves.forEach(DiskReserve::close);
  }

  @Test
  void aRotationLosesNoLineOfManyWriters() throws Exception {
    Path active = dir.resolve("bot.log");
    BotLog log = BotLog.open(active, reserve(dir));
    AtomicInteger turns = new AtomicInteger();
    log.before()
        .set(
            next -> {
              if (log.bytes() + next > 4096) {
                log.hold(() -> move(active, dir.resolve("old-" + turns.incrementAndGet())));
              }
            });
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      int writer = w;
      writers.add(
          new Thread(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  log.append("{\"n\":\"" + writer + "-" + i + "\"}\n", 0);
                }
              }));
    }
    writers.forEach(Thread::start);
    for (Thread writer : writers) {
      writer.join();
    }
    log.close();
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= turns.get(); i++) {
      lines.addAll(Files.readAllLines(dir.resolve("old-" + i)));
      assertTrue(Files.size(dir.resolve("old-" + i)) <= 4096);
    }
    lines.addAll(Files.readAllLines(active));
    assertEquals(4000, lines.size());
    assertEquals(4000, lines.stream().distinct().count());
    assertTrue(turns.get() > 5);
  }

  @Test
  void linesLoggedDuringARotationFollowIt() throws IOException {
    Path active = dir.resolve("bot.log");
    BotLog log = BotLog.open(active, reserve(dir));
    log.append("{\"n\":1}\n", 0);
    log.hold(
        () -> {
          log.append("{\"n\":2}\n", 0);
          move(active, dir.resolve("old"));
        });
    log.close();
    assertEquals(List.of("{\"n\":1}"), Files.readAllLines(dir.resolve("old")));
    assertEquals(List.of("{\"n\":2}"), Files.readAllLines(active));
  }

  @Test
  void aTornLastLineIsClosedNotContinued() throws IOException {
    Path active = dir.resolve("bot.log");
    Files.writeString(active, "{\"ts\":\"torn");
    BotLog log = BotLog.open(active, reserve(dir));
    log.append("{\"n\":1}\n", 0);
    log.close();
    assertEquals(List.of("{\"ts\":\"torn", "{\"n\":1}"), Files.readAllLines(active));
  }

  @Test
  void aSymbolicLinkInItsPlaceIsRefused() throws IOException {
    Path elsewhere = Files.createFile(dir.resolve("elsewhere"));
    Files.createSymbolicLink(dir.resolve("bot.log"), elsewhere);
    assertThrows(IOException.class, () -> BotLog.open(dir.resolve("bot.log"), reserve(dir)));
    assertEquals(0, Files.size(elsewhere));
  }

  @Test
  @Timeout(30)
  void aDeletedLogIsMadeAnew() throws Exception {
    Path active = dir.resolve("bot.log");
    BotLog log = BotLog.open(active, reserve(dir));
    log.append("{\"n\":1}\n", 0);
    Files.delete(active);
    while (!Files.exists(active)) {
      log.append("{\"n\":2}\n", 0);
      Thread.sleep(10);
    }
    log.close();
    assertTrue(Files.readString(active).startsWith("{\"n\":2}"));
  }

  @Test
  @Timeout(30)
  void nothingIsWrittenIntoAnEmptyMountPoint() throws Exception {
    Path data = Files.createDirectory(dir.resolve("data"));
    BotLog log = BotLog.open(data.resolve("bot.log"), reserve(dir));
    Path away = Files.move(data, dir.resolve("away"));
    Files.createDirectory(data);
    for (int i = 0; i < 150; i++) {
      log.append("{}\n", 0);
      Thread.sleep(10);
    }
    log.close();
    assertFalse(Files.exists(data.resolve("bot.log")));
    assertEquals(150, Files.readAllLines(away.resolve("bot.log")).size());
  }

  /** stderr is guarded: its lines end in bot.log, written by whoever holds the stream. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aFailedCloseDoesNotWaitForAThreadThatPrints() throws Exception {
    BotLog log = BotLog.open(dir.resolve("bot.log"), reserve(dir));
    Thread closer = Thread.currentThread();
    PrintStream stderr = System.err;
    AtomicBoolean prints = new AtomicBoolean();
    OutputStream lines =
        new OutputStream() {
          @Override
          public void write(int b) {
            if (Thread.currentThread() != closer && prints.compareAndSet(false, true)) {
              while (!EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING)
                  .contains(closer.getState())) {
                Thread.onSpinWait();
              }
              log.append("{}\n", 0);
            }
          }
        };
    PrintStream guarded = new PrintStream(lines, true);
    Thread printer = new Thread(() -> guarded.println("a line"));
    printer.setDaemon(true);
    System.setErr(guarded);
    try {
      printer.start();
      while (!prints.get()) {
        Thread.onSpinWait();
      }
      closer.interrupt(); // what is written to a channel by an interrupted thread closes it
      log.close();
      assertTrue(Thread.interrupted());
      printer.join();
    } finally {
      System.setErr(stderr);
    }
  }

  @Test
  @Timeout(60)
  void onAFullDiskTheReserveTakesTheLinesAndIsFilledUpAgain() throws Exception {
    Path mount = Files.createDirectory(dir.resolve("small"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "none", mount.toString()),
        "SKIPPED: no tmpfs may be mounted here, the full disk was not tried");
    try {
      Path file = mount.resolve("reserve");
      BotLog log = BotLog.open(mount.resolve("bot.log"), reserve(mount));
      awaitSize(file, 128 << 10);
      Path ballast = mount.resolve("ballast");
      try (OutputStream out = Files.newOutputStream(ballast)) {
        while (true) {
          out.write(new byte[4096]);
        }
      } catch (IOException full) {
        assertTrue(Files.size(ballast) > 3 << 20);
      }
      String line = "{\"n\":\"" + "x".repeat(1000) + "\"}\n";
      for (int i = 0; i < 60; i++) {
        log.append(line, 0);
      }
      assertEquals(60 * line.length(), Files.size(mount.resolve("bot.log")));
      assertTrue(Files.size(file) < 128 << 10);
      for (int i = 0; i < 200; i++) {
        log.append(line, 0);
      }
      assertEquals(0, Files.size(file), "all of it is used before a line has to wait");
      Files.delete(ballast);
      awaitSize(file, 128 << 10);
      log.close();
      assertEquals(260, Files.readAllLines(mount.resolve("bot.log")).size());
    } finally {
      assertTrue(run("umount", "-l", mount.toString()));
    }
  }

  private static void awaitSize(Path file, long size) throws Exception {
    while (!Files.exists(file) || Files.size(file) != size) {
      Thread.sleep(10);
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
