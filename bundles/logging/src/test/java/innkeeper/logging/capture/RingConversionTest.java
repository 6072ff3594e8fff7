package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.logging.file.Owner;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.IndexDirectory;
import innkeeper.logging.index.IndexFiles;
import innkeeper.logging.ring.Ring;
import innkeeper.redaction.Engine;
import innkeeper.redaction.LearnedValues.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host of an earlier release was killed; this one has its ring and its log. */
class RingConversionTest {

  private static final int HEADER = 4096;
  private static final int DATA = 16 * 1024;

  @TempDir Path dir;

  /** As release 0.1 laid it out: one FIFO, one page of header. */
  private Path ring(String noted, String inSlot, long inode, long place) throws IOException {
    ByteBuffer ring = ByteBuffer.allocate(HEADER + DATA).order(ByteOrder.LITTLE_ENDIAN);
    java.util.Arrays.fill(ring.array(), HEADER, HEADER + DATA, (byte) 0xFF);
    ring.putLong(0, 0x31_47_4e_49_52_4b_4e_49L).putLong(8, 1);
    long[] record = {0, noted.length(), 4096, inode, place, 0, 0};
    for (int i = 0; i < record.length; i++) {
      ring.putLong(128 + i * 8, record[i]);
    }
    ring.put(HEADER, (noted + inSlot).getBytes(StandardCharsets.US_ASCII));
    Path path = Files.createFile(dir.resolve("demo.ring"), Owner.FILE);
    return Files.write(path, ring.array());
  }

  private String logAfterTakeover(Path ring, boolean both) throws IOException {
    LogWriter writer =
        new LogWriter("demo", dir.resolve("demo.log"), index(dir), Optional::empty, () -> 1L << 40);
    writer.restart();
    ServerWatch nobody = new ServerWatch(dir, "demo", record -> {}, record -> {});
    writer.lock.lock();
    try {
      CapturePipeline pipeline =
          new CapturePipeline(
              new ProjectEngine(new Engine(), () -> new Limits(256, Duration.ofDays(1)), null),
              writer,
              Ring.open(ring, both),
              nobody);
      pipeline.open(false);
      pipeline.flush(true);
      pipeline.close();
    } finally {
      writer.lock.unlock();
    }
    return Files.readString(dir.resolve("demo.log"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatItHadReadAndNotWrittenIsWritten(boolean both) throws IOException {
    Path log = Files.writeString(dir.resolve("demo.log"), "before\none\nt");
    Path ring = ring("one\ntwo\npassword=hun", "ter2hunter2\nlast\n", Owner.inode(log), 7);
    assertEquals("before\none\ntwo\npassword=[REDACTED]\nlast\n", logAfterTakeover(ring, both));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anUnfinishedLineThatIsInTheLogIsEndedOnce(boolean both) throws IOException {
    Path log = Files.writeString(dir.resolve("demo.log"), "one\ngo on? ");
    Path ring = ring("one\ngo on? ", "", Owner.inode(log), 0);
    assertEquals("one\ngo on? \n", logAfterTakeover(ring, both));
  }

  private static ActiveIndex index(Path home) {
    IndexDirectory directory = new IndexDirectory(home);
    return new ActiveIndex(new IndexFiles(directory, home.resolve("demo.log")), () -> {});
  }
}
