package innkeeper.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.common.file.Durable;
import innkeeper.schedule.RunMemory.Intent;
import innkeeper.schedule.RunMemory.MissedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the facts about all runs in DATA_DIR/schedule/runs.json, mode 0600. */
final class RunsFile {

  private static final Logger LOG = LoggerFactory.getLogger(RunsFile.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  RunsFile(Path dataDir) {
    this.file = dataDir.resolve("schedule").resolve("runs.json");
  }

  /**
   * Returns the facts by channelId. A file that cannot be read counts as missing: runs are due from
   * now on.
   */
  Map<String, RunMemory> read() {
    Map<String, RunMemory> all = new TreeMap<>();
    try {
      JsonNode root = JSON.readTree(Files.readAllBytes(file));
      root.properties().forEach(one -> all.put(one.getKey(), memory(one.getValue())));
    } catch (NoSuchFileException e) {
      LOG.debug("no runs are remembered", e);
    } catch (IOException | DateTimeException e) {
      LOG.error(
          "runs cannot be read, missed runs are unknown file={} error={}", file, e.getMessage());
    }
    return all;
  }

  private static RunMemory memory(JsonNode node) {
    JsonNode intent = node.path("intent");
    JsonNode missed = node.path("missed");
    return new RunMemory(
        node.path("schedule").asText(),
        Instant.parse(node.path("handled").asText()),
        intent.isObject()
            ? Optional.of(
                new Intent(time(intent, "due").orElseThrow(), time(intent, "at").orElseThrow()))
            : Optional.empty(),
        time(node, "queued"),
        time(node, "lastRun"),
        missed.isObject()
            ? Optional.of(
                new MissedRun(
                    time(missed, "due").orElseThrow(),
                    time(missed, "at").orElseThrow(),
                    missed.path("cause").asText(),
                    time(missed, "since").or(() -> time(missed, "at")).orElseThrow(),
                    Math.max(1, missed.path("count").asInt())))
            : Optional.empty());
  }

  private static Optional<Instant> time(JsonNode node, String member) {
    return node.hasNonNull(member)
        ? Optional.of(Instant.parse(node.get(member).asText()))
        : Optional.empty();
  }

  /** Replaces the file in one step. It is on disk when this returns. */
  void write(Map<String, RunMemory> all) throws IOException {
    Map<String, Object> root = new TreeMap<>();
    all.forEach((id, memory) -> root.put(id, memory.toMap()));
    Durable.subdirectory(file.getParent());
    Durable.write(file, JSON.writeValueAsBytes(root));
  }
}
