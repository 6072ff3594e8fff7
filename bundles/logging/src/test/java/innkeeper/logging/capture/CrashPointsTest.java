package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.IndexDirectory;
import innkeeper.logging.index.IndexFiles;
import innkeeper.logging.index.ServerStream;
import innkeeper.redaction.Engine;
import innkeeper.redaction.LearnedValues.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Two streams in random pieces, and a kill at each point there is: with a read in the slot, after
 * it was noted, within the write to the log, before and after the commit. The log of the successor
 * is the one that there would have been without.
 */
class CrashPointsTest {

  /** What one read brings; without bytes a pause, in which unfinished lines are shown. */
  private record Step(ServerStream stream, byte[] bytes) {}

  /** How far a step gets before the kill. */
  private enum Until {
    SLOT,
    NOTED,
    WRITTEN,
    COMMITTED
  }

  @TempDir Path dir;
  private final Engine engine = new Engine();
  private int runs;

  private static String stdout(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      text.append("out ").append(i).append(" password=hunter2-").append(i).append(" tail\n");
      text.append(" token: Va7lue-a").append(i).append("\n sent Va7lue-a").append(i).append("\n");
      text.append("Va7lue-b").append(i).append("\n token: Va7lue-b").append(i).append("\n");
      if (random.nextInt(6) == 0) {
        text.append("-----BEGIN RSA PRIVATE KEY-----\n");
        text.append("MIIEpAIBAAKCAQEA1c7cTq9f2gXb3hLkT8xkPnq7Qy0d9Z4v6m1aXw2Yb5Rr8Uu1\n".repeat(3));
        text.append("-----END RSA PRIVATE KEY-----\n");
      }
    }
    return text + "a prompt> ";
  }

  private static String stderr() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      text.append("err ").append(i).append(i % 3 == 0 ? " token=abcdef-hunter2-\n" : " warns\n");
      text.append("err ").append(i).append(" Va7lue-a").append(Math.max(4, i)).append("\n");
    }
    return text.toString();
  }

  private static List<Step> steps(Random random) {
    String[] texts = {stdout(random), stderr()};
    int[] at = {0, 0};
    List<Step> steps = new ArrayList<>();
    while (at[0] < texts[0].length() || at[1] < texts[1].length()) {
      int which = random.nextInt(2);
      if (random.nextInt(8) == 0) {
        steps.add(new Step(ServerStream.STDOUT, new byte[0]));
      }
      int to = Math.min(texts[which].length(), at[which] + 1 + random.nextInt(90));
      if (to > at[which]) {
        byte[] bytes = texts[which].substring(at[which], to).getBytes(StandardCharsets.US_ASCII);
        steps.add(new Step(ServerStream.values()[which], bytes));
        at[which] = to;
      }
    }
    return steps;
  }

  /** One host: it has the ring and the log, until it is killed. */
  private final class Host {
    final Path home;
    final LogWriter writer;
    final CapturePipeline pipeline;

    Host(Path home) throws IOException {
      this.home = home;
      writer =
          new LogWriter(
              "demo",
              home.resolve("demo.log"),
              index(home),
              Optional::empty,
              () -> 1L << 40,
              () -> {});
      writer.restart();
      ServerWatch nobody = new ServerWatch(home, "demo", record -> {}, record -> {});
      pipeline = new CapturePipeline(learning(), writer, Ring.open(ring()), nobody, true);
      locked(() -> pipeline.open(false));
    }

    /** What it learned goes on with the ring, as another process finds it. */
    private ProjectEngine learning() {
      Path file = home.resolve("demo.learned");
      Limits limits = new Limits(256, Duration.ofDays(1));
      return new ProjectEngine(engine, () -> limits, file).recall(home.resolve("demo.log"));
    }

    Path ring() {
      return home.resolve("demo.ring");
    }

    Path errors() {
      return home.resolve("demo.ring-err");
    }

    void locked(ReaderPool.Step step) throws IOException {
      writer.lock.lock();
      try {
        step.run();
      } finally {
        writer.lock.unlock();
      }
    }

    void take(Step step, Until until) throws IOException {
      if (step.bytes().length == 0) {
        locked(() -> pipeline.flush(false));
        return;
      }
      ByteBuffer[] slot = new ByteBuffer[1];
      locked(() -> slot[0] = pipeline.slot(step.stream()));
      slot[0].put(step.bytes());
      if (until != Until.SLOT) {
        pipeline.took(step.stream(), step.bytes().length);
      }
      if (until == Until.WRITTEN || until == Until.COMMITTED) {
        locked(pipeline::catchUp);
      }
    }

    /** Takes a read until the log has it; the ring is left as it was before the commit. */
    void writeUncommitted(Step step) throws IOException {
      take(step, Until.NOTED);
      byte[] ring = Files.readAllBytes(ring());
      byte[] errors = Files.readAllBytes(errors());
      locked(pipeline::catchUp);
      overwrite(ring(), ring);
      overwrite(errors(), errors);
    }

    Path log() {
      return home.resolve("demo.log");
    }

    String end() throws IOException {
      locked(() -> assertEquals(true, pipeline.flush(true)));
      locked(pipeline::close);
      return Files.readString(log());
    }
  }

  private String run(List<Step> steps, int killAt, Until until, Random random) throws IOException {
    Host host = new Host(Files.createDirectory(dir.resolve("run" + runs++)));
    for (int i = 0; i < steps.size(); i++) {
      if (i != killAt) {
        host.take(steps.get(i), Until.COMMITTED);
        continue;
      }
      if (until == Until.WRITTEN) {
        long before = Files.exists(host.log()) ? Files.size(host.log()) : 0;
        host.writeUncommitted(steps.get(i));
        long after = Files.size(host.log());
        truncate(host.log(), before + (after > before ? random.nextLong(after - before + 1) : 0));
      } else {
        host.take(steps.get(i), until);
      }
      host = new Host(host.home);
    }
    return host.end();
  }

  /** In place, for the successor knows the files by their inodes. */
  private static void overwrite(Path file, byte[] bytes) throws IOException {
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(bytes), 0);
      out.truncate(bytes.length);
    }
  }

  private static void truncate(Path file, long bytes) throws IOException {
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
      out.truncate(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theSuccessorsLogIsTheOneThatWouldHaveBeen(long seed) throws IOException {
    Random random = new Random(seed);
    List<Step> steps = steps(random);
    String expected = run(steps, -1, Until.COMMITTED, random);
    assertFalse(expected.contains("hunter2"), expected);
    assertEquals(16, expected.lines().filter(line -> line.startsWith("err ")).count());
    assertTrue(expected.contains(" sent [REDACTED]\n"), expected);
    assertEquals("a prompt> ", expected.lines().reduce((a, b) -> b).orElseThrow());
    // In verify, each step has one of the points, and each point every fourth step.
    boolean all = Boolean.getBoolean("innkeeper.nightly");
    for (int at = 0; at < steps.size(); at++) {
      for (Until until : Until.values()) {
        if (!all && (at + until.ordinal()) % Until.values().length != 0) {
          continue;
        }
        assertEquals(
            expected, run(steps, at, until, random), "seed " + seed + " step " + at + " " + until);
      }
    }
  }

  private static Step printed(String text) {
    return new Step(ServerStream.STDOUT, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Starts a host and returns what its capture logs about the replay. */
  private List<String> recordsOfAStart(Path home) throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(CapturePipeline.class);
    ListAppender<ILoggingEvent> records = new ListAppender<>();
    records.start();
    logger.addAppender(records);
    logger.setLevel(Level.DEBUG);
    try {
      new Host(home);
    } finally {
      logger.setLevel(null);
      logger.detachAppender(records);
    }
    return records.list.stream()
        .map(record -> record.getLevel() + " " + record.getFormattedMessage())
        .toList();
  }

  @Test
  void aReplayIsReportedWithItsSkippedAndWrittenLines() throws IOException {
    Path home = Files.createDirectory(dir.resolve("reported"));
    assertEquals(List.of(), recordsOfAStart(home));

    Host host = new Host(home);
    host.take(printed("one\ntwo\n"), Until.COMMITTED);
    host.writeUncommitted(printed("three\nfour\nfive\n"));
    truncate(host.log(), "one\ntwo\nthree\nfo".length());
    assertEquals(
        List.of(
            "DEBUG replay done log=demo heldBytes=16 endFound=true"
                + " skippedLines=1 skippedBytes=8 writtenLines=2"),
        recordsOfAStart(home));
    assertEquals("one\ntwo\nthree\nfour\nfive\n", Files.readString(host.log()));

    assertEquals(
        List.of(
            "DEBUG replay done log=demo heldBytes=0 endFound=true"
                + " skippedLines=0 skippedBytes=0 writtenLines=0"),
        recordsOfAStart(home));
  }

  @Test
  void aReplayIntoAReplacedLogIsReportedAsTheReasonForADoubleLine() throws IOException {
    Path home = Files.createDirectory(dir.resolve("replaced"));
    Host host = new Host(home);
    host.writeUncommitted(printed("one\ntwo\n"));
    Path copy = Files.copy(host.log(), home.resolve("copy"));
    Files.move(copy, host.log(), StandardCopyOption.REPLACE_EXISTING);
    assertEquals(
        List.of(
            "DEBUG replay done log=demo heldBytes=8 endFound=false"
                + " skippedLines=0 skippedBytes=0 writtenLines=2"),
        recordsOfAStart(home));
    assertEquals("one\ntwo\none\ntwo\n", Files.readString(host.log()));
  }

  private static ActiveIndex index(Path home) {
    IndexDirectory directory = new IndexDirectory(home);
    return new ActiveIndex(new IndexFiles(directory, home.resolve("demo.log")), () -> {});
  }
}
