package innkeeper.rotation;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that writes numbered lines over fast turns and is gone before its n-th step on disk. No
 * shutdown hook runs and no buffer is flushed: to the files it is a kill -9.
 */
final class KillVictim {

  private KillVictim() {}

  /** How many lines were written; mapped, so that it outlives the process whatever ends it. */
  static MappedByteBuffer written(Path dataDir) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            dataDir.resolve("written"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, 4);
    }
  }

  public static void main(String[] args) throws Exception {
    Path dataDir = Path.of(args[0]);
    int first = Integer.parseInt(args[1]);
    int killAt = Integer.parseInt(args[2]);
    AtomicInteger steps = new AtomicInteger();
    FaultyDisk disk =
        new FaultyDisk(
            step -> {
              if (steps.incrementAndGet() >= killAt) {
                Runtime.getRuntime().halt(137);
              }
            });
    MappedByteBuffer written = written(dataDir);
    TestSettings settings = new TestSettings(dataDir).set("LOG_MAX_FILES", 1_000_000);
    try (House house = new House(settings, Clock.systemUTC(), disk, Space.real(0)).start();
        TestLog log = new TestLog(dataDir.resolve("logs/demo.log")).bounds(4096, 0)) {
      house.rotation.add(log);
      for (int i = first; ; i++) {
        log.line(house.rotation, "line " + i);
        written.putInt(0, i + 1);
        if (i % 50 == 0) {
          Thread.sleep(1);
        }
      }
    }
  }
}
