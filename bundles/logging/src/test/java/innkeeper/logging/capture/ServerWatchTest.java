package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.project.LogPolicy;
import innkeeper.api.supervisor.ServerRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerWatchTest {

  @TempDir Path run;
  private final List<Long> found = new ArrayList<>();
  private final List<Long> asked = new ArrayList<>();

  /** Writes the record of a server whose wrapper is gone. */
  private void server(long incarnation, Instant spawnedAt, boolean exited) throws Exception {
    ServerRecord record =
        new ServerRecord(
            "web",
            "web",
            incarnation,
            new ServerRecord.Wrapper("-", 0, 0),
            spawnedAt,
            -1,
            LogPolicy.DEFAULT);
    Files.deleteIfExists(run.resolve("web.json"));
    new ObjectMapper().writeValue(run.resolve("web.json").toFile(), record.toMap());
    Files.deleteIfExists(run.resolve("web.exit"));
    if (exited) {
      Files.writeString(run.resolve("web.exit"), "0\n");
    }
  }

  @Test
  void theEnvironmentOfAServerThatEndedBeforeThisHostIsNotRead() throws Exception {
    ServerWatch watch =
        new ServerWatch(
            run, "web", r -> found.add(r.incarnation()), r -> asked.add(r.incarnation()));
    server(1, Instant.EPOCH, true);
    watch.refresh();
    server(22, Instant.EPOCH, false);
    watch.refresh();
    server(333, Instant.now(), true);
    watch.refresh();
    assertEquals(List.of(1L, 22L, 333L), found);
    assertEquals(List.of(22L, 333L), asked);
  }
}
