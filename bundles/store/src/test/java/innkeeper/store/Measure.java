package innkeeper.store;

import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.common.file.Durable;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Prints what a snapshot of a large bot.db costs: {@code Measure DATA_DIR [MIB [ROUNDS
 * [PACE_MS]]]}. DATA_DIR is made, filled and left; its size is in MiB.
 */
final class Measure {

  private static final int BATCH = 5000;

  private Measure() {}

  public static void main(String... args) throws Exception {
    Path dir = Path.of(args[0]);
    Durable.directory(dir);
    long mebibytes = args.length > 1 ? Long.parseLong(args[1]) : 200;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    int pace = args.length > 3 ? Integer.parseInt(args[3]) : 20;
    House house = new House(dir);
    try (Store store = house.open()) {
      fill(store, house.layout.database(), mebibytes << 20);
      System.out.printf(
          "%d MiB, %d entries%n",
          Files.size(house.layout.database()) >> 20, store.writer().head().seq());
      alone(store, pace);
      for (int round = 0; round < rounds; round++) {
        round(store, house, pace);
      }
    }
  }

  private static void fill(Store store, Path database, long bytes) throws Exception {
    while (Files.size(database) < bytes) {
      store
          .writer()
          .write(
              transaction -> {
                for (int i = 0; i < BATCH; i++) {
                  transaction.append(House.draft("filled with something of a usual length " + i));
                }
                return null;
              });
    }
  }

  private static void alone(Store store, int pace) throws Exception {
    Writing writing = new Writing(store, pace);
    Thread.sleep(3000);
    System.out.println("alone    " + writing.end());
  }

  private static void round(Store store, House house, int pace) throws Exception {
    Path copied = house.dir.resolve("measure.cp");
    Path target = house.dir.resolve("measure.db");
    Files.deleteIfExists(copied);
    Files.deleteIfExists(target);
    SnapshotFacts facts = store.snapshots().write(target, p -> {});
    long start = System.nanoTime();
    Durable.copy(target, copied);
    long copy = millis(start);
    Files.delete(target);
    Files.delete(copied);
    System.gc();
    long heap = heap();
    long[] most = {0};
    long[] vacuumed = {0};
    Writing writing = new Writing(store, pace);
    start = System.nanoTime();
    long from = start;
    store
        .snapshots()
        .write(
            target,
            p -> {
              most[0] = Math.max(most[0], heap() - heap);
              if (p >= 0.6 && vacuumed[0] == 0) {
                vacuumed[0] = millis(from);
              }
            });
    long whole = millis(start);
    System.out.printf(
        "snapshot %d MiB: cp %d ms, copy %d ms, whole %d ms, heap +%d KiB, wal %d KiB; writer %s%n",
        facts.bytes() >> 20,
        copy,
        vacuumed[0],
        whole,
        most[0] >> 10,
        Files.size(house.dir.resolve("bot.db-wal")) >> 10,
        writing.end());
  }

  private static long millis(long since) {
    return (System.nanoTime() - since) / 1_000_000;
  }

  private static long heap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Appends at a pace and keeps the time each took. */
  private static final class Writing {
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Long> micros = new ArrayList<>();
    private final Thread thread;

    Writing(Store store, int pace) {
      thread =
          new Thread(
              () -> {
                try {
                  while (!done.get()) {
                    long start = System.nanoTime();
                    store.audit().append(House.draft("beside a snapshot"));
                    micros.add((System.nanoTime() - start) / 1000);
                    Thread.sleep(pace);
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
    }

    String end() throws InterruptedException {
      done.set(true);
      thread.join();
      Collections.sort(micros);
      return "n=%d p50=%.1f ms p99=%.1f ms max=%.1f ms"
          .formatted(
              micros.size(),
              micros.get(micros.size() / 2) / 1000.0,
              micros.get(micros.size() * 99 / 100) / 1000.0,
              micros.get(micros.size() - 1) / 1000.0);
    }
  }
}
