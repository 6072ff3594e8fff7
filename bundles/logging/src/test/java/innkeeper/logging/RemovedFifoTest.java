package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.LogPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody removes or replaces run/NAME.out below a server that runs. */
class RemovedFifoTest {

  @TempDir Path data;
  private House house;
  private Path fifo;
  private Path go;

  @BeforeEach
  void server() throws Exception {
    house = new House(data).start();
    fifo = house.fifo("demo");
    go = house.data.resolve("go");
    serve("one");
  }

  @AfterEach
  void close() throws Exception {
    house.close();
  }

  /** Says that word, and once the file is there that it goes on. */
  private void serve(String word) throws Exception {
    Process wrapper =
        house.server(
            "demo",
            "echo " + word + "; while ! [ -e " + go + " ]; do sleep 0.02; done; echo goes on");
    house.record("demo", 1, wrapper, LogPolicy.DEFAULT);
    House.await(word, () -> log().endsWith(word + "\n"));
  }

  private String log() throws Exception {
    Path log = house.log("demo");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private Result health() throws Exception {
    return house.logging.checks().get("logs:capture").execute();
  }

  private void replace(String by) throws Exception {
    Files.delete(fifo);
    switch (by) {
      case "file" -> Files.writeString(fifo, "not a FIFO");
      case "directory" -> Files.createDirectory(fifo);
      case "fifo" -> house.fifo("demo");
      default -> {
        return;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nothing,false", "nothing,true", "file,false", "file,true",
    "directory,false", "directory,true", "fifo,false", "fifo,true"
  })
  void theServerIsCapturedOn(String by, boolean crash) throws Exception {
    if (crash) {
      house.stop();
    }
    replace(by);
    if (crash) {
      house.start();
    }
    Files.createFile(go);
    House.await("goes on", () -> log().equals("one\ngoes on\n"));
    assertEquals(Result.Status.OK, health().getStatus());
  }

  @Test
  void aServerWithoutItsWrapperIsStillCaptured() throws Exception {
    Process wrapper = house.processes.get(0);
    long pid = wrapper.children().findFirst().orElseThrow().pid();
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
    Files.writeString(house.data.resolve("run/demo.id"), pid + " " + start + "\n");
    house.stop();
    wrapper.destroyForcibly().waitFor();
    Files.delete(fifo);
    house.start();
    // Or its last words would go with it, for nobody else holds them.
    house.logging.logs().drained("demo").get();
    Files.createFile(go);
    House.await("goes on", () -> log().equals("one\ngoes on\n"));
  }

  @Test
  void aServerWithUnreachableOutputIsReportedByHealth() throws Exception {
    house.stop();
    Files.delete(fifo);
    Process deaf = new ProcessBuilder("sleep", "100").start();
    house.processes.add(deaf);
    house.record("demo", 1, deaf, LogPolicy.DEFAULT);
    house.start();
    House.await("it fails", () -> health().getStatus() == Result.Status.CRITICAL);
    String told = health().toString();
    assertTrue(told.contains("output of [demo] is lost"), told);
    assertTrue(told.contains("innkeeper restart demo"), told);
  }

  @Test
  void theOldFifoIsReadBeforeTheNewOne() throws Exception {
    Files.createFile(go);
    House.await("goes on", () -> log().endsWith("goes on\n"));
    Files.delete(fifo);
    house.fifo("demo");
    StringBuilder all = new StringBuilder(log());
    for (int round = 2; round < 12; round++) {
      // Its end is still in the FIFO when its successor has another one.
      String word = "round " + round + " line ";
      Process wrapper =
          house.server(
              "demo", "i=0; while [ $i -lt 2000 ]; do echo " + word + "$i; i=$((i+1)); done");
      house.record("demo", round, wrapper, LogPolicy.DEFAULT);
      House.await(word, () -> log().contains(word));
      wrapper.children().findFirst().ifPresent(child -> child.onExit().join());
      Files.delete(fifo);
      house.fifo("demo");
      for (int i = 0; i < 2000; i++) {
        all.append(word).append(i).append('\n');
      }
    }
    Process last = house.server("demo", "echo last");
    house.record("demo", 99, last, LogPolicy.DEFAULT);
    all.append("last\n");
    House.await("last", () -> log().endsWith("last\n"));
    assertEquals(all.toString(), log());
  }
}
