package innkeeper.logging.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.LogStream;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActiveIndexTest {

  private static final long NOW = 1_800_000_000_000L;

  @TempDir Path data;
  private Path log;
  private IndexFiles files;
  private ActiveIndex index;
  private long inode;
  private final List<Line> written = new ArrayList<>();

  /** What a line of the log should be found to be. */
  private record Line(long offset, long millis, ServerStream stream, boolean late) {}

  @BeforeEach
  void anEmptyLog() throws IOException {
    log = Files.createDirectories(data.resolve("logs")).resolve("api.log");
    Files.createFile(log);
    inode = Owner.inode(log);
    files = new IndexFiles(new IndexDirectory(data), log);
    index = new ActiveIndex(files, () -> {});
  }

  /** So many lines come with one read. */
  private void print(ServerStream stream, long millis, boolean late, int lines, int bytes)
      throws IOException {
    String line = "x".repeat(bytes - 1) + "\n";
    byte[] all = line.repeat(lines).getBytes(StandardCharsets.US_ASCII);
    long offset = Files.size(log);
    Arrivals arrivals = new Arrivals((b, f, n) -> {}, true);
    arrivals.begin();
    arrivals.from(new Read(stream, 0, 0, late ? -millis : millis));
    arrivals.write(all, 0, all.length);
    Files.write(log, all, StandardOpenOption.APPEND);
    index.appended(inode, offset, all, 0, all.length, arrivals);
    for (int i = 0; i < lines; i++) {
      written.add(new Line(offset + (long) i * bytes, millis, stream, late));
    }
  }

  private FileTimes times() throws IOException {
    return files.times(index.view(inode), "", inode);
  }

  private Path path() throws IOException {
    try (var found = Files.list(data.resolve("index"))) {
      return found.filter(one -> one.toString().endsWith(".times")).findFirst().orElseThrow();
    }
  }

  /** Compares all lines with what is known of them; returns of how many the stream is known. */
  private int check(FileTimes times, int knownLines) {
    FileTimes.Cursor cursor = times.cursor();
    Instant before = Instant.MIN;
    long latest = 0;
    int streams = 0;
    for (Line line : written.subList(0, knownLines)) {
      LineTime found = cursor.next(line.offset, new byte[0], 0, 0);
      latest = Math.max(latest, line.millis);
      Instant at = found.at().orElseThrow();
      long millis = at.toEpochMilli();
      assertTrue(!at.isBefore(before), "a time before that of the line before");
      assertTrue(
          millis <= latest && millis > latest - ActiveIndex.CHUNK_MILLIS,
          "came " + latest + ", found " + millis);
      assertEquals(line.late, found.late());
      Optional<LogStream> stream = Optional.of(LogStream.values()[line.stream.ordinal()]);
      if (found.stream().isPresent()) {
        assertEquals(stream, found.stream());
        streams++;
      }
      before = at;
    }
    return streams;
  }

  private void printMuch(long seed) throws IOException {
    Random random = new Random(seed);
    long millis = NOW;
    for (int i = 0; i < 400; i++) {
      millis += random.nextInt(4) == 0 ? random.nextInt(2000) : random.nextInt(20);
      long clock = random.nextInt(10) == 0 ? millis - random.nextInt(5000) : millis;
      ServerStream stream = ServerStream.values()[random.nextInt(20) < 12 ? 0 : 1];
      int lines = random.nextInt(10) == 0 ? random.nextInt(900) : 1 + random.nextInt(3);
      print(stream, clock, false, 1 + lines, 1 + random.nextInt(150));
    }
  }

  @Test
  void thePartsOfAStreamHoldAllItsLines() throws IOException {
    printMuch(1);
    FileTimes times = times();
    for (LogStream stream : LogStream.values()) {
      List<Line> left = new ArrayList<>(written);
      left.removeIf(line -> line.stream.ordinal() != stream.ordinal());
      long before = Files.size(log);
      while (before > 0) {
        FileTimes.Part part = times.last(stream, before);
        left.removeIf(line -> line.offset >= part.from() && line.offset < part.to());
        before = part.from();
      }
      assertEquals(List.of(), left);
    }
  }

  @Test
  void thePartsOfAStreamLeaveOutTheOther() throws IOException {
    print(ServerStream.STDERR, NOW, false, 3, 50);
    print(ServerStream.STDOUT, NOW + 1000, false, 3000, 100);
    long end = Files.size(log);
    assertEquals(new FileTimes.Part(0, 150), times().last(LogStream.STDERR, end));
    assertEquals(new FileTimes.Part(0, 0), times().last(LogStream.STDOUT, 150));
    assertEquals(new FileTimes.Part(0, 0), FileTimes.NONE.last(LogStream.STDOUT, end));
  }

  @Test
  void eachLineHasItsTimeAndStream() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      printMuch(seed);
      assertEquals(written.size(), check(times(), written.size()), "while it is written");
      index.leave();
      assertEquals(written.size(), check(times(), written.size()), "when it is at rest");
      written.clear();
      Files.delete(log);
      anEmptyLog();
    }
  }

  @Test
  void aGrowingIndexGivesTheTimesOfAWholeOne() throws IOException {
    Random random = new Random(17);
    FileTimes times = FileTimes.NONE;
    FileTimes.Cursor cursor = times.cursor();
    long millis = NOW;
    int seen = 0;
    for (int i = 0; i < 3000; i++) {
      millis += random.nextInt(40);
      print(ServerStream.values()[random.nextInt(2)], millis, false, 1 + random.nextInt(3), 20);
      if (random.nextInt(3) == 0) {
        continue;
      }
      FileTimes now = IndexFiles.grown(times, index.view(inode).orElseThrow());
      cursor = now == times ? cursor : now.cursor();
      times = now;
      for (; seen < written.size(); seen++) {
        Line line = written.get(seen);
        LineTime found = cursor.next(line.offset, new byte[0], 0, 0);
        assertEquals(
            Optional.of(LogStream.values()[line.stream.ordinal()]), found.stream(), "line " + seen);
      }
    }
  }

  @Test
  void aSlowLogTakesSixteenBytesALineAtMost() throws IOException {
    for (int i = 0; i < 1000; i++) {
      print(ServerStream.values()[i % 2], NOW + 1000L * i, i < 10, 1, 80);
    }
    index.leave();
    assertTrue(Files.size(path()) <= IndexHeader.BYTES + 16 * 1000, "" + Files.size(path()));
  }

  @Test
  void aFastLogTakesAThousandthAtMost() throws IOException {
    for (int i = 0; i < 2000; i++) {
      print(ServerStream.STDOUT, NOW + 5 * i, false, 51, 100);
    }
    index.leave();
    long most = Files.size(log) / 1000;
    assertTrue(Files.size(path()) <= most, Files.size(path()) + " of " + most);
  }

  @Test
  void twoStreamsTakeTwoBitsALineMoreAtMost() throws IOException {
    for (int i = 0; i < 100_000; i++) {
      print(ServerStream.values()[i % 2], NOW + i / 20, false, 1, 60);
    }
    index.leave();
    long records = 5000 / ActiveIndex.CHUNK_MILLIS + Files.size(log) / ActiveIndex.CHUNK_BYTES + 2;
    long most = IndexHeader.BYTES + 16 * records + 100_000 / 4;
    assertTrue(Files.size(path()) <= most, Files.size(path()) + " of " + most);
    assertEquals(written.size(), check(times(), written.size()));
  }

  @Test
  void linesThatWaitedAreMarked() throws IOException {
    print(ServerStream.STDOUT, NOW, true, 3, 20);
    print(ServerStream.STDOUT, NOW + 1, false, 3, 20);
    check(times(), 6);
  }

  @Test
  void anIndexThatWasCutAnywhereKeepsItsWholeEntriesAndContinues() throws IOException {
    printMuch(3);
    index.leave();
    byte[] whole = Files.readAllBytes(path());
    Path path = path();
    long length = Files.size(log);
    int lines = written.size();
    for (int to = 0; to < whole.length; to += to < 600 ? 1 : 97) {
      written.subList(lines, written.size()).clear();
      try (var out = Files.newByteChannel(log, StandardOpenOption.WRITE)) {
        out.truncate(length);
      }
      Files.write(path, Arrays.copyOf(whole, to));
      index = new ActiveIndex(files, () -> {});
      index.opened(inode, length, 0);
      print(ServerStream.STDERR, NOW + 10_000_000, false, 1, 30);
      LineTime last = last(times());
      assertEquals(Optional.of(LogStream.STDERR), last.stream());
      assertEquals(NOW + 10_000_000, last.at().orElseThrow().toEpochMilli());
      index.leave();
      assertEquals(last, last(times()));
    }
  }

  private LineTime last(FileTimes times) {
    FileTimes.Cursor cursor = times.cursor();
    LineTime last = LineTime.UNKNOWN;
    for (Line line : written) {
      last = cursor.next(line.offset, new byte[0], 0, 0);
    }
    return last;
  }

  @Test
  void afterAKillTheTimesAreThoseThatWereNoted() throws IOException {
    printMuch(5);
    index = new ActiveIndex(files, () -> {});
    index.opened(inode, Files.size(log), 0);
    print(ServerStream.STDOUT, NOW + 20_000_000, false, 1, 30);
    int known = 0;
    FileTimes.Cursor cursor = times().cursor();
    for (Line line : written) {
      LineTime found = cursor.next(line.offset, new byte[0], 0, 0);
      known += found.stream().isPresent() ? 1 : 0;
      found.stream().ifPresent(s -> assertEquals(line.stream.ordinal(), s.ordinal()));
    }
    assertTrue(known >= 1);
  }

  @Test
  void anIndexHasNoTimesBeyondTheEndOfTheLog() throws IOException {
    printMuch(7);
    index.leave();
    int lines = written.size() / 2;
    long length = written.get(lines).offset;
    try (var out = Files.newByteChannel(log, StandardOpenOption.WRITE)) {
      out.truncate(length);
    }
    index = new ActiveIndex(files, () -> {});
    index.opened(inode, length, 0);
    written.subList(lines, written.size()).clear();
    print(ServerStream.STDERR, NOW + 10_000_000, false, 1, 30);
    check(times(), lines);
    assertEquals(Optional.of(LogStream.STDERR), last(times()).stream());
  }

  @Test
  void aDamagedIndexIsSetAsideAndReplaced() throws IOException {
    printMuch(9);
    index.leave();
    byte[] bytes = Files.readAllBytes(path());
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(path(), bytes);
    int id = IndexHeader.read(bytes).id();
    index = new ActiveIndex(files, () -> {});
    index.opened(inode, Files.size(log), 0);
    print(ServerStream.STDOUT, NOW + 10_000_000, false, 1, 30);
    assertEquals(NOW + 10_000_000, last(times()).at().orElseThrow().toEpochMilli());
    assertEquals(LineTime.UNKNOWN, times().cursor().next(written.get(0).offset, new byte[0], 0, 0));
    assertNotEquals(id, times().id());
    assertTrue(times().renewed());
    assertTrue(Files.exists(path().resolveSibling(path().getFileName() + ".damaged")));
  }

  @Test
  void boundsOfTimeReturnAllLinesWithin() throws IOException {
    printMuch(11);
    FileTimes times = times();
    for (long at = NOW - 1000; at < NOW + 500_000; at += 997) {
      Instant time = Instant.ofEpochMilli(at);
      FileTimes.Cursor cursor = times.cursor();
      for (Line line : written) {
        Instant found = cursor.next(line.offset, new byte[0], 0, 0).at().orElseThrow();
        assertTrue(line.offset >= times.lower(time) || found.isBefore(time));
        assertTrue(line.offset < times.upper(time) || !found.isBefore(time));
      }
    }
  }

  @Test
  void anArchiveKeepsItsIndexUntilItIsPruned() throws IOException {
    printMuch(13);
    Path archive = log.resolveSibling("api.log.20260101T000000000Z-1");
    Files.createLink(archive, log);
    Files.delete(log);
    Files.createFile(log);
    index.leave();
    IndexDirectory directory = new IndexDirectory(data);
    String name = archive.getFileName().toString();
    check(files.times(Optional.empty(), name, inode), written.size());
    directory.settle();
    check(files.times(Optional.empty(), name, -1), written.size());
    Files.move(archive, archive.resolveSibling(name + ".gz"));
    directory.settle();
    check(files.times(Optional.empty(), name + ".gz", -1), written.size());
    Files.delete(archive.resolveSibling(name + ".gz"));
    directory.settle();
    assertEquals(0, data.resolve("index").toFile().list().length);
  }
}
