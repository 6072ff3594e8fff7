package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import innkeeper.api.log.Logs;
import innkeeper.api.log.UnreadableLogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of a log that cannot be read costs itself alone, and is named. */
class BadFilesTest {

  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
    house.start();
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private static String lines(int from, int to) {
    StringBuilder all = new StringBuilder();
    IntStream.rangeClosed(from, to).forEach(i -> all.append("line ").append(i).append('\n'));
    return all.toString();
  }

  /** Archives 1 to 3 of a hundred lines each, gzipped, then 100 lines in the active file. */
  private List<Path> threeArchives() throws Exception {
    List<Path> archives = new java.util.ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Path plain = house.log("demo").resolveSibling("demo.log.2026112" + i + "T050000000Z-" + i);
      Files.writeString(plain, lines(i * 100 - 99, i * 100));
      House.run("gzip", plain.toString());
      archives.add(plain.resolveSibling(plain.getFileName() + ".gz"));
    }
    Files.writeString(house.log("demo"), lines(301, 400));
    return archives;
  }

  private static void cut(Path file, int bytes) throws IOException {
    byte[] all = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(all, all.length - bytes));
  }

  @Test
  void aBadArchiveIsSkippedWithAMarkAndTheRestIsDelivered() throws Exception {
    Path bad = threeArchives().get(1);
    Files.writeString(bad, "no gzip at all");
    String mark = "[innkeeper: " + bad.getFileName() + " cannot be read from here on: ";
    String copy = house.all("demo");
    assertTrue(copy.startsWith(lines(1, 100) + mark), copy);
    assertTrue(copy.endsWith("]\n" + lines(301 - 100, 400)), copy);
    List<String> tail = house.logging.logs().tail("demo", 10_000).lines();
    assertEquals(List.of(copy.split("\n")), tail);
  }

  @Test
  void theReadablePartOfACutArchiveIsDelivered() throws Exception {
    Path bad = threeArchives().get(1);
    cut(bad, 30);
    String copy = house.all("demo");
    assertTrue(copy.startsWith(lines(1, 101)), copy);
    assertTrue(copy.contains("\n[innkeeper: " + bad.getFileName() + " cannot be read"), copy);
    assertTrue(copy.endsWith("]\n" + lines(201, 400)), copy);
    List<String> tail = house.logging.logs().tail("demo", 10_000).lines();
    assertEquals(List.of(copy.split("\n")), tail);
  }

  @Test
  void aFollowerGetsAGapAndContinues() throws Exception {
    Logs logs = house.logging.logs();
    String start = logs.tail("demo", 1).cursor();
    List<Path> archives = threeArchives();
    Files.writeString(archives.get(0), "no gzip at all");
    cut(archives.get(1), 30);
    List<Logs.Batch> came = new CopyOnWriteArrayList<>();
    try (AutoCloseable following = logs.follow("demo", start, came::add)) {
      House.await(
          following + " has come to the end",
          () -> came.stream().anyMatch(b -> b.lines().contains("line 400")));
    }
    List<String> lines = came.stream().flatMap(b -> b.lines().stream()).toList();
    assertTrue(lines.contains("line 101"), "of the one that is cut");
    assertTrue(lines.containsAll(List.of(lines(201, 400).split("\n"))));
    assertTrue(came.stream().anyMatch(Logs.Batch::gap));
  }

  @Test
  void aDirectoryInPlaceOfALogIsReportedByTailAndHealth() throws Exception {
    Files.createDirectory(house.log("demo"));
    unreadable("logs/demo.log is not a regular file");
  }

  @Test
  void aLogThatMayNotBeReadIsReportedByTailAndHealth() throws Exception {
    assumeFalse(System.getProperty("user.name").equals("root"), "SKIPPED: root may read all");
    Files.writeString(house.log("demo"), "a line\n");
    Files.setPosixFilePermissions(house.log("demo"), PosixFilePermissions.fromString("---------"));
    unreadable("logs/demo.log may not be read by the host's user; chmod 600 ");
  }

  private void unreadable(String why) throws Exception {
    Logs logs = house.logging.logs();
    IOException tail = assertThrows(UnreadableLogException.class, () -> logs.tail("demo", 1));
    assertTrue(tail.getMessage().startsWith(why), tail.getMessage());
    assertThrows(UnreadableLogException.class, () -> house.all("demo"));
    House.await(
        "health names it",
        () -> {
          Result found = house.logging.checks().get("logs:readable").execute();
          return found.getStatus() == Result.Status.WARN && found.toString().contains(why);
        });
  }
}
