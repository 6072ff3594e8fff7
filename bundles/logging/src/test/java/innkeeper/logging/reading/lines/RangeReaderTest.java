package innkeeper.logging.reading.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.PositionGoneException;
import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeReaderTest {

  @TempDir Path directory;
  private Path log;

  @BeforeEach
  void threeFiles() throws IOException {
    log = directory.resolve("api.log");
    archive("20260101T000000000Z-7.gz", 0, 4000);
    archive("20260102T000000000Z-8", 4000, 8000);
    Files.writeString(log, text(8000, 12_000));
  }

  private static String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append("line ")
          .append(i)
          .append(" of many that are not all as long as others, or ")
          .append("x".repeat(i % 60))
          .append('\n');
    }
    return text.toString();
  }

  private void archive(String ending, int from, int to) throws IOException {
    Path path = directory.resolve("api.log." + ending);
    try (OutputStream file = Files.newOutputStream(path);
        OutputStream out = ending.endsWith(".gz") ? new GZIPOutputStream(file) : file) {
      out.write(text(from, to).getBytes());
    }
  }

  private LogRange read(LogQuery query) throws IOException {
    return new RangeReader(Segment.of(log, -1), segment -> FileTimes.NONE, true).read(query);
  }

  private static List<Integer> numbers(List<TimedLine> lines) {
    return lines.stream().map(line -> Integer.parseInt(line.line().split(" ")[1])).toList();
  }

  private static List<Integer> from(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void aLogThatWasRotatedSinceItWasListedIsListedAgainRatherThanReadWithAHole() throws IOException {
    List<Segment> listed = Segment.of(log, -1);
    Files.move(log, directory.resolve("api.log.20260103T000000000Z-9"));
    Files.writeString(log, text(12_000, 12_010));
    assertThrows(
        NoSuchFileException.class,
        () -> TailReader.read("api.log", listed, s -> FileTimes.NONE, 10, true, List.of()));
    RangeReader reader = new RangeReader(listed, s -> FileTimes.NONE, true);
    assertThrows(NoSuchFileException.class, () -> reader.read(LogQuery.newest(10)));
    LogCopy copy = new LogCopy(OutputStream.nullOutputStream());
    assertThrows(NoSuchFileException.class, () -> copy.from(9, listed));
    assertEquals(from(11_990, 12_010), numbers(read(LogQuery.newest(20)).lines()));
  }

  @Test
  void theNewestLinesComeFromAllFiles() throws IOException {
    LogRange newest = read(LogQuery.newest(9000));
    assertEquals(from(3000, 12_000), numbers(newest.lines()));
    assertTrue(newest.more());
    assertFalse(read(LogQuery.newest(4)).next().isEmpty());
  }

  @Test
  void aLimitInBytesEndsTheAnswerAndALongerLineComesAlone() throws IOException {
    LogRange some = read(LogQuery.newest(10_000).within(1000));
    int bytes = some.lines().stream().mapToInt(line -> line.line().length() + 1).sum();
    assertTrue(bytes <= 1000 && bytes > 800, bytes + " bytes");
    assertTrue(some.more());
    assertEquals(from(11_999, 12_000), numbers(read(LogQuery.newest(10_000).within(1)).lines()));
  }

  @Test
  void pagesGoThroughAllLinesInBothDirections() throws IOException {
    for (int most : List.of(7, 999, 10_000)) {
      List<Integer> seen = new ArrayList<>();
      String position = "";
      LogRange page;
      do {
        page = read(LogQuery.before(position, most == 7 ? 3997 : most));
        seen.addAll(0, numbers(page.lines()));
        position = page.next();
      } while (page.more());
      assertEquals(from(0, 12_000), seen);
      seen.clear();
      position = "";
      do {
        page = read(LogQuery.after(position, most == 7 ? 3997 : most));
        seen.addAll(numbers(page.lines()));
        position = page.next();
      } while (page.more());
      assertEquals(from(0, 12_000), seen);
    }
  }

  @Test
  void eachPositionLeadsBackToItsLine() throws IOException {
    for (TimedLine line : read(LogQuery.newest(10_000)).lines().subList(1990, 2010)) {
      assertEquals(line, read(LogQuery.after(line.position(), 1)).lines().get(0));
    }
  }

  @Test
  void aPositionWhoseFileIsGoneIsRefused() throws IOException {
    String position = read(LogQuery.after("", 1)).lines().get(0).position();
    Files.delete(directory.resolve("api.log.20260101T000000000Z-7.gz"));
    assertThrows(PositionGoneException.class, () -> read(LogQuery.after(position, 1)));
    assertThrows(IllegalArgumentException.class, () -> read(LogQuery.after("elsewhere", 1)));
  }

  @Test
  void aDamagedArchiveIsSkippedAlone() throws IOException {
    Files.writeString(directory.resolve("api.log.20260101T000000000Z-7.gz"), "no gzip");
    LogRange all = read(LogQuery.newest(10_000));
    assertEquals(8001, all.lines().size());
    assertTrue(all.lines().get(0).line().startsWith("[innkeeper: api.log.2026"));
    assertEquals(8001, read(LogQuery.after("", 10_000)).lines().size());
  }

  @Test
  void aLineThatIsTooLongIsCutAndTheNextOneIsThere() throws IOException {
    Files.writeString(log, "a".repeat(9 << 20) + "\nlast\n");
    List<TimedLine> lines = read(LogQuery.newest(2)).lines();
    assertEquals("last", lines.get(lines.size() - 1).line());
    LogRange long1 = read(LogQuery.before(lines.get(lines.size() - 1).position(), 1));
    assertEquals(4 << 20, long1.lines().get(0).line().length());
  }
}
