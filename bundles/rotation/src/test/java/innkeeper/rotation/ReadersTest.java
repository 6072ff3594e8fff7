package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.rotation.disk.FileFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that read along, each by its own idea of what one file is. */
@Timeout(60)
class ReadersTest {

  private static final int TURNS = 300;

  @TempDir Path dir;

  /** Looks once at what is there now. */
  private interface Reader {
    void look() throws IOException;
  }

  @Test
  void aReaderThatFollowsTheNameReadsEveryLineOnce() throws Exception {
    Path active = dir.resolve("logs/demo.log");
    StringBuilder read = new StringBuilder();
    FollowsName reader = new FollowsName(active, read);
    writeWhile(active, reader);
    reader.look();
    reader.channel.close();
    assertRead(read.toString().lines().toList());
  }

  @Test
  void aReaderThatKnowsFilesByTheirFirstLineReadsEveryLineOnce() throws Exception {
    Path active = dir.resolve("logs/demo.log");
    KnowsFirstLine reader = new KnowsFirstLine(active);
    writeWhile(active, reader);
    reader.look();
    assertRead(reader.lines.stream().sorted().toList());
  }

  private void writeWhile(Path active, Reader reader) throws IOException {
    try (House house = new House(dir).start();
        TestLog log = new TestLog(active)) {
      house.rotation.add(log);
      for (int i = 0; i < TURNS; i++) {
        log.line(house.rotation, line(2 * i));
        reader.look();
        log.line(house.rotation, line(2 * i + 1));
        house.rotation.rotate("demo");
      }
    }
  }

  private static void assertRead(List<String> lines) {
    assertEquals(IntStream.range(0, 2 * TURNS).mapToObj(ReadersTest::line).toList(), lines);
  }

  private static String line(int number) {
    return String.format("%06d", number);
  }

  /** As tail -F: to the end of what it has open, and on when another file has the name. */
  private static final class FollowsName implements Reader {
    private final Path active;
    private final StringBuilder read;
    private FileChannel channel;
    private Object key;

    FollowsName(Path active, StringBuilder read) {
      this.active = active;
      this.read = read;
    }

    @Override
    public void look() throws IOException {
      if (channel != null) {
        drain();
      }
      Object now = FileFacts.of(active).fileKey(); // Throws if the name is ever missing.
      if (channel == null || !now.equals(key)) {
        if (channel != null) {
          drain();
          channel.close();
        }
        channel = FileChannel.open(active);
        key = now;
        drain();
      }
    }

    private void drain() throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(4096);
      while (channel.read(bytes) > 0) {
        read.append(StandardCharsets.UTF_8.decode(bytes.flip()));
        bytes.clear();
      }
    }
  }

  /** As shippers with fingerprints: all plain files, an offset for each first line. */
  private static final class KnowsFirstLine implements Reader {
    private final Path active;
    private final Map<String, Integer> offsets = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    KnowsFirstLine(Path active) {
      this.active = active;
    }

    @Override
    public void look() throws IOException {
      List<Path> files = new ArrayList<>(Lines.archives(active));
      files.add(active);
      for (Path file : files) {
        if (!file.toString().endsWith(".gz")) {
          read(file);
        }
      }
    }

    private void read(Path file) {
      List<String> all;
      try {
        all = Files.readAllLines(file);
      } catch (java.nio.file.NoSuchFileException compressedSince) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (!all.isEmpty()) {
        int from = offsets.getOrDefault(all.get(0), 0);
        lines.addAll(all.subList(from, all.size()));
        offsets.put(all.get(0), all.size());
      }
    }
  }
}
