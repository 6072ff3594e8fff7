package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing any descriptor of bot.db drops the process's locks on it: rows were lost that way. */
@Timeout(120)
class StraceTest {

  @TempDir Path dir;

  @Test
  void onlySqliteOpensBotDbInTheProcess() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/strace")), "strace is not installed");
    House house = new House(Files.createDirectory(dir.resolve("data"))).filled(10);
    Path trace = dir.resolve("trace");
    try (Doomed worker =
        Doomed.under(
            List.of(
                "/usr/bin/strace",
                "-f",
                "-qq",
                "-y",
                "-o",
                trace.toString(),
                "-e",
                "trace=open,openat,write"),
            "work",
            house.dir.toString())) {
      List<String> lines = worker.toEnd();
      assumeTrue(!lines.isEmpty(), "strace may not trace here");
      assertEquals("worked", lines.get(lines.size() - 1));
    }
    List<String> opens =
        Files.readAllLines(trace).stream()
            .filter(line -> line.contains("open") && line.contains(house.layout.database() + "\""))
            .toList();
    int first = 0;
    // The guard has SQLite look at it, too, before it is opened to be written.
    while (first < opens.size()
        && !(bySqlite(opens.get(first)) && opens.get(first).contains("O_RDWR"))) {
      first++;
    }
    assertTrue(first < opens.size(), "SQLite has opened it");
    List<String> others =
        opens.subList(first, opens.size()).stream().filter(line -> !bySqlite(line)).toList();
    assertEquals(List.of(), others);
    assertEquals(
        List.of(),
        Files.readAllLines(trace).stream()
            .filter(line -> line.matches(".* write\\(\\d+<[^>]*\\.db>.*, 1\\) += 1"))
            .toList(),
        "a stamp is written in one piece");
  }

  /** SQLite follows no links when it opens; Java's libraries never say that. */
  private static boolean bySqlite(String line) {
    return line.contains("O_NOFOLLOW");
  }
}
