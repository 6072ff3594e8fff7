package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.Logs;
import innkeeper.logging.file.Archives;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingTest {

  private House house;
  private TurningRotator rotator;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
    rotator = new TurningRotator(1 << 20);
    house.start();
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private Logs logs() {
    return house.logging.logs();
  }

  private void append(int from, int to) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = from; i <= to; i++) {
      text.append("line ").append(i).append('\n');
    }
    Files.writeString(
        house.log("demo"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static List<String> lines(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> "line " + i).toList();
  }

  @Test
  void noLogYetIsAnEmptyTail() throws Exception {
    assertEquals(List.of(), logs().tail("nobody", 10).lines());
    assertTrue(logs().status("nobody").isEmpty());
    assertThrows(IllegalArgumentException.class, () -> logs().tail("../etc/passwd", 10));
  }

  @Test
  void theTailReadsPlainAndCompressedArchives() throws Exception {
    for (int i = 0; i < 5; i++) {
      append(i * 100 + 1, i * 100 + 100);
      rotator.turn(house.log("demo"));
    }
    append(501, 550);
    Logs.Tail tail = logs().tail("demo", 420);
    assertEquals(lines(131, 550), tail.lines());
    assertEquals("logs/demo.log", tail.file());
    assertFalse(tail.truncated());
    assertEquals(lines(1, 550), logs().tail("demo", 10_000).lines());
    assertEquals(String.join("\n", lines(1, 550)) + "\n", house.all("demo"));
  }

  private int back(int newest, String place) throws IOException {
    return logs().tail("demo", newest, List.of(place)).after().get(0);
  }

  @Test
  void aPlaceIsFoundAgainAfterRotationsAndCompression() throws Exception {
    String start = logs().tail("demo", 1).cursor();
    assertEquals(0, back(5, start), "there is no line yet");
    append(1, 10);
    String ten = logs().tail("demo", 1).cursor();
    append(11, 15);
    assertEquals(5, back(100, ten));
    assertEquals(5, back(5, ten), "it falls just before the first of them");
    assertEquals(-1, back(4, ten), "it is out of sight");
    for (int i = 0; i < 3; i++) {
      rotator.turn(house.log("demo"));
      append(16 + i * 10, 25 + i * 10);
    }
    String end = logs().tail("demo", 1).cursor();
    assertEquals(
        List.of(35, 45, 0, -1),
        logs().tail("demo", 1000, List.of(ten, start, end, "nonsense")).after());
    assertEquals(-1, back(34, ten));
    Files.delete(house.log("demo"));
    append(1, 3);
    assertEquals(-1, back(1000, end), "another file of that name");
  }

  @Test
  void aPlaceWithinALineIsBeforeTheNextLine() throws Exception {
    append(1, 1);
    Files.writeString(house.log("demo"), "unended", StandardOpenOption.APPEND);
    String within = logs().tail("demo", 1).cursor();
    Files.writeString(house.log("demo"), " line\nnext\n", StandardOpenOption.APPEND);
    assertEquals(1, back(10, within));
  }

  @Test
  void aFollowerOfALogThatDoesNotExistYetLosesNoLine() throws Exception {
    String start = logs().tail("demo", 10).cursor();
    append(1, 3);
    ConcurrentLinkedQueue<Logs.Batch> batches = new ConcurrentLinkedQueue<>();
    AutoCloseable following = logs().follow("demo", start, batches::add);
    try {
      House.await("the lines", () -> !batches.isEmpty());
    } finally {
      following.close();
    }
    assertEquals(lines(1, 3), batches.element().lines());
    assertFalse(batches.element().gap());
  }

  @Test
  void theTailOfAHugeLogReadsItsEndOnly() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(house.log("demo").toFile(), "rw")) {
      file.setLength(10L << 30);
    }
    append(0, 300);
    Logs.Tail tail = logs().tail("demo", 200);
    assertEquals(lines(101, 300), tail.lines());
  }

  @Test
  void moreThanFourMebibytesAreTruncatedAtTheOlderEnd() throws Exception {
    String line = "x".repeat(9_999) + "\n";
    Files.writeString(house.log("demo"), line.repeat(1000));
    Logs.Tail tail = logs().tail("demo", 1000);
    assertTrue(tail.truncated());
    assertEquals(4 * 1024 * 1024 / 10_000, tail.lines().size());
  }

  @Test
  void marksAreCountedAndBadBytesShown() throws Exception {
    Files.write(house.log("demo"), "a=[REDACTED] b=[REDACTED]\n\u00ff\r\n".getBytes("ISO-8859-1"));
    Logs.Tail tail = logs().tail("demo", 5);
    assertEquals(List.of("a=[REDACTED] b=[REDACTED]", "\ufffd"), tail.lines());
    assertEquals(2, tail.redactions());
  }

  @Test
  void aLinkAFifoOrADirectoryIsRefused() throws Exception {
    Path victim = Files.writeString(house.data.resolve("victim"), "mine\n");
    Files.createSymbolicLink(house.log("demo"), victim);
    assertThrows(IOException.class, () -> logs().tail("demo", 5));
    assertThrows(IOException.class, () -> logs().copyTo("demo", System.err));
    Files.delete(house.log("demo"));
    House.run("mkfifo", house.log("demo").toString());
    assertThrows(IOException.class, () -> logs().tail("demo", 5));
    Files.delete(house.log("demo"));
    Files.createDirectory(house.log("demo"));
    assertThrows(IOException.class, () -> logs().follow("demo", "", batch -> {}));
    Files.delete(house.log("demo"));
    Files.createLink(house.log("demo"), victim);
    IOException refused = assertThrows(IOException.class, () -> logs().tail("demo", 5));
    assertTrue(refused.getMessage().contains("hard link"), refused::getMessage);
    assertThrows(IOException.class, () -> logs().copyTo("demo", System.err));
    assertThrows(IOException.class, () -> logs().follow("demo", "", batch -> {}));
  }

  @Test
  void followingContinuesAtTheEndOfATailOverManyRotations() throws Exception {
    house.rotator = new TurningRotator(8 * 1024);
    house.maxBytes = 8 * 1024;
    house.fifo("demo");
    house.server("demo", "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done");
    House.await("some", () -> logs().tail("demo", 1).lines().size() == 1);
    Logs.Tail tail = logs().tail("demo", 10_000);
    List<String> seen = new ArrayList<>(tail.lines());
    ConcurrentLinkedQueue<String> followed = new ConcurrentLinkedQueue<>();
    AutoCloseable following =
        logs()
            .follow(
                "demo",
                tail.cursor(),
                batch -> {
                  assertFalse(batch.gap());
                  followed.addAll(batch.lines());
                });
    try {
      House.await("all", () -> seen.size() + followed.size() >= 3000);
    } finally {
      following.close();
    }
    seen.addAll(followed);
    assertEquals(lines(1, 3000), seen);
  }

  @Test
  void aCursorStaysValidOverRotationsAndCompression() throws Exception {
    append(1, 50);
    String cursor = logs().tail("demo", 1).cursor();
    append(51, 60);
    rotator.turn(house.log("demo"));
    append(61, 70);
    rotator.turn(house.log("demo"));
    append(71, 80);
    ConcurrentLinkedQueue<String> followed = new ConcurrentLinkedQueue<>();
    AtomicReference<String> last = new AtomicReference<>("");
    AutoCloseable following =
        logs()
            .follow(
                "demo",
                cursor,
                batch -> {
                  followed.addAll(batch.lines());
                  last.set(batch.cursor());
                });
    try {
      House.await("thirty", () -> followed.size() >= 30);
      assertEquals(lines(51, 80), List.copyOf(followed));
    } finally {
      following.close();
    }
    append(81, 90);
    followed.clear();
    AutoCloseable again =
        logs().follow("demo", last.get(), batch -> followed.addAll(batch.lines()));
    try {
      House.await("ten", () -> followed.size() >= 10);
      assertEquals(lines(81, 90), List.copyOf(followed));
    } finally {
      again.close();
    }
  }

  @Test
  void aCursorOfADeletedFileReportsAGap() throws Exception {
    append(1, 50);
    String cursor = logs().tail("demo", 1).cursor();
    for (int i = 0; i < 3; i++) {
      append(100 * i, 100 * i + 10);
      rotator.turn(house.log("demo"));
    }
    Files.delete(
        house.log("demo").resolveSibling(Archives.of(house.log("demo")).get(0).fileName()));
    ConcurrentLinkedQueue<Logs.Batch> batches = new ConcurrentLinkedQueue<>();
    AutoCloseable following = logs().follow("demo", cursor, batches::add);
    try {
      House.await("lines", () -> !batches.isEmpty());
      assertTrue(batches.peek().gap());
      assertEquals("line 100", batches.peek().lines().get(0));
    } finally {
      following.close();
    }
  }

  @Test
  void aFollowerGetsANewLineAtOnce() throws Exception {
    house.fifo("demo");
    Process server = house.server("demo", "echo first; read go < " + pipe() + "; echo second");
    House.await("first", () -> logs().tail("demo", 1).lines().equals(List.of("first")));
    AtomicReference<String> line = new AtomicReference<>("");
    AutoCloseable following = logs().follow("demo", "", batch -> line.set(batch.lines().get(0)));
    try {
      Files.writeString(house.data.resolve("go"), "go\n");
      House.await("second", Duration.ofSeconds(10), () -> line.get().equals("second"));
    } finally {
      following.close();
    }
    assertTrue(server.isAlive());
  }

  private Path pipe() throws Exception {
    Path pipe = house.data.resolve("go");
    House.run("mkfifo", pipe.toString());
    return pipe;
  }

  /** What a follower is told: whole lines, and in brackets what there is of unfinished ones. */
  private static final class Told implements Logs.Follower {
    final ConcurrentLinkedQueue<String> words = new ConcurrentLinkedQueue<>();

    @Override
    public void lines(Logs.Batch batch) {
      words.addAll(batch.lines());
    }

    @Override
    public void unfinished(List<String> unfinished) {
      words.add(unfinished.toString());
    }
  }

  @Test
  void anUnfinishedLineIsShownByTailAndFollowAndComesWholeLater() throws Exception {
    house.fifo("demo");
    house.server(
        "demo",
        "echo one; printf 'go on? password=hunter2hunter2'; read go < "
            + pipe()
            + "; echo yes; echo three");
    House.await("prompt", () -> logs().tail("demo", 5).unfinished().size() == 1);
    Logs.Tail tail = logs().tail("demo", 5);
    assertEquals(List.of("one"), tail.lines());
    String shown = tail.unfinished().get(0);
    assertTrue("go on? password=".startsWith(shown) && shown.startsWith("go on?"), shown);
    Told told = new Told();
    AutoCloseable following = logs().follow("demo", tail.cursor(), told);
    try {
      House.await("shown", () -> told.words.contains("[" + shown + "]"));
      Files.writeString(house.data.resolve("go"), "go\n");
      House.await("no more", () -> told.words.containsAll(List.of("[]", "three")));
      List<String> words = new ArrayList<>(told.words);
      // There is nothing unfinished between the last two lines either.
      assertTrue(words.indexOf("[]") > 1, words::toString);
      words.removeIf("[]"::equals);
      assertEquals(List.of("[" + shown + "]", "go on? password=[REDACTED]", "three"), words);
      assertEquals(List.of(), logs().tail("demo", 5).unfinished());
    } finally {
      following.close();
    }
  }
}
