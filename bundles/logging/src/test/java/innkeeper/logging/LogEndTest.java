package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.Logs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a log ends, told without a look at the folder, is where its tail ends. */
class LogEndTest {
  private static final int MOST_BYTES = 1000;

  private House house;
  private TurningRotator rotator;
  private OutputStream steps;
  private int printed;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
    rotator = new TurningRotator(MOST_BYTES);
    house.rotator = rotator;
    house.start();
    house.fifo("demo");
    Path asked = data.resolve("steps");
    House.run("mkfifo", asked.toString());
    house.server("demo", "while read n; do seq $n; echo end $n; done < " + asked);
    steps = Files.newOutputStream(asked);
  }

  @AfterEach
  void tearDown() throws Exception {
    steps.close();
    house.close();
  }

  private void print(int lines) throws Exception {
    steps.write((lines + "\n").getBytes(StandardCharsets.UTF_8));
    steps.flush();
    String last = "end " + lines;
    House.await("output", () -> logs().tail("demo", 1).lines().equals(List.of(last)));
    printed++;
  }

  private Logs logs() {
    return house.logging.logs();
  }

  private void same() throws IOException {
    assertEquals(logs().tail("demo", 1).cursor(), logs().end("demo"), printed + " times printed");
  }

  @Test
  void overTurns() throws Exception {
    same();
    for (int i = 1; i <= 60; i++) {
      print(i);
      if (i % 3 > 0) {
        same();
      }
    }
    assertTrue(rotator.turns > 4, rotator.turns + " turns");
  }

  @Test
  void overAFileThatIsDeletedOrReplaced() throws Exception {
    for (int i = 0; i < 3; i++) {
      print(10 + i);
      same();
      Files.delete(house.log("demo"));
      same();
      Files.writeString(house.log("demo"), i % 2 == 0 ? "" : "another\n");
      same();
      // The writer looks for its file at most twice a second.
      Thread.sleep(600);
    }
  }

  @Test
  void ofALogThatNobodyWrites() throws Exception {
    assertEquals(logs().tail("other", 1).cursor(), logs().end("other"));
    Files.writeString(house.log("other"), "one\ntwo");
    assertEquals(logs().tail("other", 1).cursor(), logs().end("other"));
  }
}
