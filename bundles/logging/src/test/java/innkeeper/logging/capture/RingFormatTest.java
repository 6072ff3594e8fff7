package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.common.file.Durable;
import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.file.Owner;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.IndexDirectory;
import innkeeper.logging.index.IndexFiles;
import innkeeper.logging.index.ServerStream;
import innkeeper.redaction.Engine;
import innkeeper.redaction.LearnedValues.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes of a ring, as release 0.1.1 writes and reads them. That release takes over from this
 * one, and this one from that.
 */
class RingFormatTest {

  private static final long ONE_STREAM = 0x31_47_4e_49_52_4b_4e_49L;
  private static final long TWO_STREAMS = 0x32_47_4e_49_52_4b_4e_49L;
  private static final int DATA = 16 * 1024;
  private static final int NEUTRAL = 0;
  private static final int WITHIN_BLOCK = 2;

  @TempDir Path dir;
  private Path log;
  private Path ring;
  private Path errors;

  @BeforeEach
  void name() {
    log = dir.resolve("demo.log");
    ring = dir.resolve("demo.ring");
    errors = dir.resolve("demo.ring-err");
  }

  private static ByteBuffer empty(int header) {
    ByteBuffer ring = ByteBuffer.allocate(header + DATA).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.fill(ring.array(), header, header + DATA, (byte) 0xFF);
    return ring;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void put(Path path, ByteBuffer bytes) throws IOException {
    Durable.create(path);
    Files.write(path, bytes.array());
  }

  /** The ring of a server with one FIFO: one page of header. */
  private void oneStream(String noted, String inSlot, int mode, long place) throws IOException {
    ByteBuffer one = empty(4096).putLong(0, ONE_STREAM).putLong(8, 1);
    long[] record = {0, noted.length(), 4096, Owner.inode(log), place, 0, mode};
    for (int i = 0; i < record.length; i++) {
      one.putLong(128 + i * 8, record[i]);
    }
    for (int count = 0; count < 6; count++) {
      one.putLong(256 + count * 8, 40 + count);
    }
    put(ring, one.put(4096, ascii(noted + inSlot)));
  }

  /** Two pages of header; each read is noted with its end, its number and its time. */
  private void twoStreams(String out, String err, String inSlot, long place) throws IOException {
    ByteBuffer two = empty(8192).putLong(0, TWO_STREAMS).putLong(8, 1);
    long[] record = {
      0,
      0,
      out.length(),
      4096,
      NEUTRAL,
      0, //
      0,
      0,
      err.length(),
      4096,
      NEUTRAL,
      0, //
      Owner.inode(log),
      place,
      0,
      0
    };
    for (int i = 0; i < record.length; i++) {
      two.putLong(192 + i * 8, record[i]);
    }
    two.putLong(4096, out.length()).putLong(4104, 2).putLong(4112, 1_000);
    two.putLong(6016, err.length()).putLong(6024, 1).putLong(6032, 1_000);
    put(ring, two.put(8192, ascii(out + inSlot)));
    put(errors, empty(0).put(0, ascii(err)));
  }

  private LogWriter writer() throws IOException {
    IndexDirectory directory = new IndexDirectory(dir);
    ActiveIndex index = new ActiveIndex(new IndexFiles(directory, log), () -> {});
    LogWriter writer = new LogWriter("demo", log, index, Optional::empty, () -> 1L << 40, () -> {});
    writer.restart();
    return writer;
  }

  private CapturePipeline pipeline(LogWriter writer) throws IOException {
    return new CapturePipeline(
        new ProjectEngine(new Engine(), () -> new Limits(256, Duration.ofDays(1)), null),
        writer,
        Ring.open(ring),
        new ServerWatch(dir, "demo", record -> {}, record -> {}),
        true);
  }

  private String logAfterTakeover() throws IOException {
    LogWriter writer = writer();
    writer.lock.lock();
    try {
      CapturePipeline pipeline = pipeline(writer);
      pipeline.open(false);
      pipeline.flush(true);
      pipeline.close();
    } finally {
      writer.lock.unlock();
    }
    return Files.readString(log);
  }

  @Test
  void aRingOfBothStreamsIsWrittenInTheOrderOfItsReads() throws IOException {
    Files.writeString(log, "before\nwarns\no");
    twoStreams("one\ntwo\npassword=hun", "warns\n", "ter2hunter2\nlast\n", 7);
    assertEquals("before\nwarns\none\ntwo\npassword=[REDACTED]\nlast\n", logAfterTakeover());
  }

  @Test
  void unwrittenBytesAreAtTheOffsetsOfRelease011() throws IOException {
    Files.writeString(log, "before\n");
    LogWriter writer = writer();
    writer.lock.lock();
    try {
      CapturePipeline pipeline = pipeline(writer);
      pipeline.open(false);
      pipeline.slot(ServerStream.STDERR).put(ascii("warns\n"));
      pipeline.took(ServerStream.STDERR, 6);
      pipeline.slot(ServerStream.STDOUT).put(ascii("one\n"));
      pipeline.took(ServerStream.STDOUT, 4);
    } finally {
      writer.lock.unlock();
    }
    ByteBuffer left = ByteBuffer.wrap(Files.readAllBytes(ring)).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(TWO_STREAMS, left.getLong(0));
    int record = 64 + (int) (left.getLong(8) & 1) * 128;
    assertEquals(4, left.getLong(record + 16), "end of stdout");
    assertEquals(6, left.getLong(record + 48 + 16), "end of stderr");
    assertEquals(Owner.inode(log), left.getLong(record + 96));
    assertEquals(7, left.getLong(record + 104), "where the log ends");
    assertEquals("one\n", new String(left.array(), 8192, 4, StandardCharsets.US_ASCII));
    assertTrue(Files.readString(errors, StandardCharsets.ISO_8859_1).startsWith("warns\n"));
    boolean found = false;
    for (int read = 0; read < 80; read++) {
      int at = 4096 + read * 24;
      found |= left.getLong(at) == 4 && left.getLong(at + 8) == 2;
    }
    assertTrue(found, "the second read, in the table");
  }

  @Test
  void theBytesOfARingOfOneStreamAreWritten() throws IOException {
    Files.writeString(log, "before\none\nt");
    oneStream("one\ntwo\npassword=hun", "ter2hunter2\nlast\n", NEUTRAL, 7);
    assertEquals("before\none\ntwo\npassword=[REDACTED]\nlast\n", logAfterTakeover());
  }

  @Test
  void theCountsOfARingOfOneStreamAreKept() throws IOException {
    Files.writeString(log, "");
    oneStream("one\n", "", NEUTRAL, 0);
    Ring.open(ring);
    ByteBuffer now = ByteBuffer.wrap(Files.readAllBytes(ring)).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(TWO_STREAMS, now.getLong(0));
    for (int count = 0; count < 6; count++) {
      assertEquals(40 + count, now.getLong(384 + count * 8));
    }
  }

  @Test
  void anUnfinishedLineThatIsInTheLogIsEndedOnce() throws IOException {
    Files.writeString(log, "one\ngo on? ");
    oneStream("one\ngo on? ", "", NEUTRAL, 0);
    assertEquals("one\ngo on? \n", logAfterTakeover());
  }

  @Test
  void aKeyBlockWhoseBeginningIsNoLongerHeldStaysHidden() throws IOException {
    String body = "MIIEpAIBAAKCAQEA1c7cTq9f2gXb3hLkT8xkPnq7Qy0d9Z4v6m1aXw2Yb5Rr8Uu1\n";
    Files.writeString(log, "[REDACTED]\n");
    oneStream(body, body + "-----END RSA PRIVATE KEY-----\nafter\n", WITHIN_BLOCK, 11);
    String now = logAfterTakeover();
    assertTrue(now.endsWith("\nafter\n") && !now.contains("MIIE"), now);
  }
}
