package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that want more than they may have, under one host that is killed in between. */
class LimitsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROWS = "$x = 'a' x 60_000_000; sleep 1 while 1";

  @Tag("nightly")
  @Test
  void limitsHoldAndWhyAndIncidentsTellWhatTheyDid() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      ObjectNode leak = definition("leak", "perl", "-e", GROWS);
      leak.put("memoryRestartBytes", 40_000_000);
      apply(host, leak).ok();
      boolean kills = bounded(host);
      Path group = grouped(host);

      HostProcess.await(
          "a restart for memory", () -> incident(host, "leak", "memory-restart").isPresent());
      String cause = incident(host, "leak", "memory-restart").orElseThrow().get("cause").asText();
      assertTrue(cause.contains("more than memoryRestartBytes of 40000000"), cause);
      String why = host.cli("why", "leak").ok().out();
      assertTrue(why.contains("more than memoryRestartBytes of 40000000"), why);
      String audit = host.cli("audit", "-n", "100").ok().out();
      assertTrue(audit.contains("project.memory-restart"), audit);
      if (kills) {
        HostProcess.await(
            "a kill for memory", () -> incident(host, "bounded", "memory-kill").isPresent());
        why = host.cli("why", "bounded").ok().out();
        assertTrue(why.contains("it reached memoryMaxBytes of 30000000"), why);
      }

      if (group != null) {
        host.crash();
        assertTrue(Files.exists(group), "it outlives the host");
        host.start();
        host.awaitState("grouped", "RUNNING");
        assertTrue(Files.exists(group));
        host.cli("stop", "grouped").ok();
        HostProcess.await("the group goes with its server", () -> !Files.exists(group));
      }

      ObjectNode files = definition("files", "sleep", "100");
      files.put("limitNofile", 1 << 30);
      HostProcess.Said refused = apply(host, files);
      assertEquals(1, refused.status());
      assertTrue(
          refused.err().contains("files: limitNofile is 1073741824, which cannot be enforced here"),
          refused.err());
    }
  }

  /** Whether this machine offers it. */
  private static boolean bounded(HostProcess host) throws Exception {
    ObjectNode bounded = definition("bounded", "perl", "-e", GROWS);
    bounded.put("memoryMaxBytes", 30_000_000).put("restart", "never");
    return kept(apply(host, bounded));
  }

  /** The group of a server that runs; null where this machine offers none. */
  private static Path grouped(HostProcess host) throws Exception {
    ObjectNode grouped = definition("grouped", "sleep", "1000");
    grouped.put("tasksMax", 20);
    if (!kept(apply(host, grouped))) {
      return null;
    }
    host.awaitState("grouped", "RUNNING");
    for (String line :
        Files.readAllLines(Path.of("/proc/" + host.project("grouped", "pid") + "/cgroup"))) {
      String[] fields = line.split(":", 3);
      if (fields[2].endsWith("-grouped")) {
        return Path.of("/sys/fs/cgroup", fields[1] + fields[2]);
      }
    }
    throw new AssertionError("it is in no group of its own");
  }

  private static boolean kept(HostProcess.Said said) {
    if (said.status() == 0) {
      return true;
    }
    assertTrue(said.err().contains("which cannot be enforced here"), said.err());
    System.err.println("SKIPPED: " + said.err());
    return false;
  }

  private static ObjectNode definition(String id, String... command) {
    ObjectNode definition = JSON.createObjectNode().put("channelId", id);
    for (String word : command) {
      definition.withArray("command").add(word);
    }
    return definition;
  }

  private static HostProcess.Said apply(HostProcess host, ObjectNode definition) throws Exception {
    Path file = host.scratch().resolve("one.json");
    Files.writeString(file, JSON.createArrayNode().add(definition).toString());
    return host.cli("apply", file.toString());
  }

  private static Optional<JsonNode> incident(HostProcess host, String project, String kind) {
    try {
      for (JsonNode one : JSON.readTree(host.get("/api/incidents").body()).path("incidents")) {
        if (one.get("channelId").asText().equals(project)
            && one.get("kind").asText().equals(kind)) {
          return Optional.of(one);
        }
      }
      return Optional.empty();
    } catch (Exception e) {
      throw new AssertionError("/api/incidents", e);
    }
  }
}
