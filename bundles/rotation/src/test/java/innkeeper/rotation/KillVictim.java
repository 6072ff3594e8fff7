package innkeeper.rotation;

import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.FileFacts;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process in which eight writers write numbered lines over fast turns, and which is gone before
 * the n-th time of one step on disk. No shutdown hook runs and no buffer is flushed: to the files
 * it is a kill -9. It begins as a host's start does, by putting in order what its predecessor left,
 * and looks whether all that was written is there.
 *
 * <p>Arguments: DATA_DIR, the step, which time of it. Step {@code none} waits for a kill from
 * outside, {@code check} only looks, {@code faults} writes so many seconds, whatever fails under it
 * meanwhile, and ends by itself. Exit status: 137 gone at the step, 1 something is wrong with what
 * the predecessor left, 3 the step never came.
 */
final class KillVictim {

  static final int WRITERS = 8;
  private static final long MOST_SECONDS = 20;

  private final Path dataDir;
  private final Path active;
  private final MappedByteBuffer written;
  private volatile boolean over;

  KillVictim(Path dataDir) throws IOException {
    this.dataDir = dataDir;
    this.active = dataDir.resolve("logs/demo.log");
    this.written = written(dataDir);
  }

  public static void main(String[] args) throws Exception {
    KillVictim victim = new KillVictim(Path.of(args[0]));
    try {
      victim.recover();
    } catch (IOException | AssertionError wrong) {
      System.err.println(wrong);
      System.exit(1);
    }
    if (args[1].equals("faults")) {
      victim.writeThrough(Integer.parseInt(args[2]));
    } else if (!args[1].equals("check")) {
      victim.write(args[1], Integer.parseInt(args[2]));
    }
  }

  /** How many lines each writer has written; mapped, so that it outlives the process. */
  private static MappedByteBuffer written(Path dataDir) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            dataDir.resolve("written"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, 4L * WRITERS);
    }
  }

  /** What a start of the host does, without turning anything over; then each line is looked for. */
  void recover() throws IOException {
    Files.createDirectories(active.getParent());
    try (House house = new House(settings(), Clock.systemUTC(), new Disk(), Space.real(0))) {
      house.rotation.state(active).open(house.parts.recovery(), true);
      house.tidy();
    }
    if (Files.exists(active)) {
      lookForDebris();
    }
    lookForLines();
  }

  private void lookForDebris() throws IOException {
    for (String name : Lines.names(active.getParent())) {
      if (!name.equals("demo.log") && !name.matches("demo\\.log\\.[0-9TZ]+-[0-9]+(\\.gz)?")) {
        throw new AssertionError("debris: " + name);
      }
    }
    if (FileFacts.links(active) != 1) {
      throw new AssertionError("the active file has another name");
    }
    List<String> archives =
        Lines.archives(active).stream().map(a -> a.toString().replace(".gz", "")).toList();
    if (archives.stream().distinct().count() != archives.size()) {
      throw new AssertionError("an archive lies there twice: " + archives);
    }
  }

  /** One line more than was counted may be there: the kill came between writing and counting. */
  private void lookForLines() throws IOException {
    int[] next = new int[WRITERS];
    for (String line : Lines.of(active)) {
      int writer = line.charAt(0) - '0';
      if (!line.equals(writer + " " + next[writer])) {
        throw new AssertionError("expected " + writer + " " + next[writer] + ", found " + line);
      }
      next[writer]++;
    }
    for (int w = 0; w < WRITERS; w++) {
      int counted = written.getInt(4 * w);
      if (next[w] != counted && next[w] != counted + 1) {
        throw new AssertionError(
            "writer " + w + " wrote " + counted + " lines, " + next[w] + " are there");
      }
      written.putInt(4 * w, next[w]);
    }
  }

  private FakeSettings settings() {
    return new FakeSettings(dataDir)
        .set("LOG_MAX_FILES", 1_000_000)
        .set("LOG_MAX_AGE_DAYS", 0)
        .set("LOG_TOTAL_BYTES", Long.MAX_VALUE);
  }

  private void write(String killAt, int time) throws Exception {
    AtomicInteger times = new AtomicInteger();
    FaultyDisk disk =
        new FaultyDisk(
            step -> {
              if (step.equals(killAt) && times.incrementAndGet() >= time) {
                Runtime.getRuntime().halt(137);
              }
            });
    House house = new House(settings(), Clock.systemUTC(), disk, Space.real(0)).start();
    TestLog log = new TestLog(active).bounds(4096, 0);
    house.rotation.add(log);
    for (int w = 0; w < WRITERS; w++) {
      int writer = w;
      Thread thread = new Thread(() -> writeLines(house, log, writer));
      thread.setDaemon(true);
      thread.start();
    }
    TimeUnit.SECONDS.sleep(MOST_SECONDS);
    System.err.println("step never came: " + killAt + " for the time " + time);
    Runtime.getRuntime().halt(3);
  }

  private void writeThrough(int seconds) throws Exception {
    List<Thread> threads = new ArrayList<>();
    try (House house = new House(settings(), Clock.systemUTC(), new Disk(), Space.real(0)).start();
        TestLog log = new TestLog(active).bounds(4096, 0)) {
      log.patient = true;
      house.rotation.add(log);
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        threads.add(new Thread(() -> writeLines(house, log, writer)));
      }
      threads.forEach(Thread::start);
      TimeUnit.SECONDS.sleep(seconds);
      over = true;
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println(Lines.archives(active).size() + " archives");
    }
  }

  private void writeLines(House house, TestLog log, int writer) {
    try {
      for (int i = written.getInt(4 * writer); !over; i++) {
        log.line(house.rotation, writer + " " + i);
        written.putInt(4 * writer, i + 1);
        if (i % 50 == 0) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
    } catch (IOException | InterruptedException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(4);
    }
  }
}
