package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class RotationIT {

  @Test
  void aFullDiskHoldsServersAndNothingElseAndIsForgottenOnceThereIsSpace() throws Exception {
    try (HostProcess host = new HostProcess()) {
      Path data = Files.createDirectory(host.data());
      Assumptions.assumeTrue(
          Programs.status(
                  "mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "none", data.toString())
              == 0,
          "SKIPPED: no tmpfs may be mounted here, the full disk was not tried");
      try {
        host.with("LOG_MAX_BYTES", "262144").with("LOG_MAX_FILES", "1000").start();
        for (String id : List.of("a", "b", "c")) {
          addCounter(host, id);
        }
        for (int round = 1; round <= 2; round++) {
          fillAndFree(host, round);
        }
        for (String id : List.of("a", "b", "c")) {
          host.cli("stop", id).ok();
        }
        host.stop();
        for (String id : List.of("a", "b")) {
          assertNumbered(lines(data.resolve("logs/" + id + ".log")));
        }
      } finally {
        if (host.process() != null && host.process().isAlive()) {
          host.stop();
        }
        assertEquals(0, Programs.status("umount", "-l", data.toString()));
      }
    }
  }

  private static void fillAndFree(HostProcess host, int round) throws Exception {
    Path ballast = host.data().resolve("ballast");
    HostProcess.await(
        "health says disk-full, round " + round,
        () -> {
          fill(ballast);
          return get(host, "/api/health").contains("logs cannot be written")
              && get(host, "/api/health").contains("disk-full");
        });
    // Told, recorded and done while nothing is free.
    host.cli("restart", "c").ok();
    assertTrue(
        host.cli("audit", "-n", "5").ok().out().contains("project.restart"), "no audit entry");
    String said = Files.readString(host.data().resolve("bot.log"));
    assertTrue(said.contains("log cannot be written, its server waits log=a"), said);
    long before = size(host, "a");
    Files.delete(ballast);
    HostProcess.await("a goes on, round " + round, () -> size(host, "a") != before);
    HostProcess.await(
        "health is well, round " + round,
        () -> get(host, "/api/health").contains("every log can be written\",\"output\":null"));
  }

  private static void fill(Path ballast) {
    try (OutputStream out =
        Files.newOutputStream(
            ballast,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.APPEND)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException full) {
      assertTrue(String.valueOf(full.getMessage()).contains("No space"), full::toString);
    }
  }

  @Tag("nightly")
  @Test
  void withoutRotationLogsGrowAndOverSwapsOfItNoLineIsLost() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.with("LOG_MAX_BYTES", "16384").with("LOG_MAX_FILES", "100000").start();
      addCounter(host, "busy");
      Path log = host.data().resolve("logs/busy.log");
      HostProcess.await("it rotates", () -> LogFiles.archives(log).size() > 3);
      for (int swap = 0; swap < 5; swap++) {
        host.cli("update", "innkeeper.rotation").ok();
        int turned = LogFiles.archives(log).size();
        HostProcess.await("it rotates again", () -> LogFiles.archives(log).size() > turned);
      }
      host.cli("felix:stop", "innkeeper.rotation").ok();
      HostProcess.await("it grows", () -> size(host, "busy") > 5 * 16384);
      assertEquals(503, host.post("/api/logs/busy/rotate").statusCode());
      host.cli("felix:start", "innkeeper.rotation").ok();
      HostProcess.await("it is caught up with", () -> size(host, "busy") <= 16384);
      host.cli("stop", "busy").ok();
      host.stop();
      assertNumbered(lines(log));
      assertEquals("line 1", lines(log).get(0));
    }
  }

  @Test
  void eachLogTellsItsSizeNextTurnAndArchivesAndAProjectsOwnBoundsRule() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Path file = host.scratch().resolve("own.json");
      Files.writeString(
          file,
          "[{\"channelId\":\"own\",\"log\":{\"maxBytes\":8192,\"maxFiles\":2},\"command\":"
              + "[\"/bin/sh\",\"-c\",\"seq 1 20000; exec sleep 600\"]}]");
      host.cli("apply", file.toString()).ok();
      Path log = host.data().resolve("logs/own.log");
      HostProcess.await("all is written", () -> host.log("own").contains("20000"));
      HostProcess.await("two archives stay", () -> LogFiles.archives(log).size() == 2);
      Map<?, ?> own = rotation(host, "own");
      assertEquals(8192, ((Number) own.get("maxBytes")).intValue());
      assertEquals(size(host, "own"), ((Number) own.get("bytes")).longValue());
      Map<?, ?> next = (Map<?, ?>) own.get("nextTurn");
      assertEquals(8192 - size(host, "own"), ((Number) next.get("bytesLeft")).longValue());
      assertEquals(2, ((List<?>) own.get("archives")).size());
      String said = host.cli("rotation").ok().out();
      assertTrue(said.contains("NEXT ROTATION") && said.contains("at 8.0 KiB"), said);
      Map<?, ?> answer = Json.read(host.post("/api/logs/own/rotate").body());
      assertEquals(true, answer.get("changed"));
      assertEquals(0, size(host, "own"));
      assertTrue(host.cli("rotate", "--all").ok().out().contains("own: empty, left alone"));
      assertTrue(LogFiles.archives(host.data().resolve("bot.log")).size() == 1, "bot.log rotated");
    }
  }

  @Test
  void aThirdPartysLogIsTurnedOverLikeOurs() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("install", guest(host).toString()).ok();
      Path log = host.data().resolve("guest/visits.log");
      HostProcess.await("all is written", () -> lines(log).size() == GuestLog.LINES);
      assertTrue(LogFiles.archives(log).size() >= 3, () -> LogFiles.archives(log).toString());
      for (Path archive : LogFiles.archives(log)) {
        assertTrue(archive.toString().endsWith(".gz") || Files.exists(archive));
      }
      assertEquals(
          GuestLog.LINES,
          lines(log).stream().filter(l -> l.startsWith("visit ")).distinct().count());
      assertEquals("visits", rotation(host, "visits").get("name"));
      assertTrue(host.cli("rotation").ok().out().contains("visits"));
    }
  }

  @Test
  void aDeletedLogAndADeletedDirectoryComeBackAndTheServerNeverNotices() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addCounter(host, "steady");
      Path log = host.data().resolve("logs/steady.log");
      HostProcess.await("it writes", () -> size(host, "steady") > 1000);
      String pid = host.project("steady", "pid");
      Files.delete(log);
      HostProcess.await("it writes again", () -> size(host, "steady") > 1000);
      Files.move(log.getParent(), host.scratch().resolve("moved"));
      HostProcess.await("it writes in a new directory", () -> size(host, "steady") > 1000);
      assertTrue(host.cli("rotate", "steady").ok().out().contains("steady.log."));
      assertEquals(pid, host.project("steady", "pid"));
      Files.delete(host.data().resolve("bot.log"));
      HostProcess.await(
          "bot.log is made anew",
          () -> {
            get(host, "/api/projects");
            restart(host, "steady");
            return Files.exists(host.data().resolve("bot.log"));
          });
    }
  }

  private static void restart(HostProcess host, String id) {
    try {
      host.cli("restart", id).ok();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Path guest(HostProcess host) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "guest.visits");
    main.putValue("Bundle-Version", "1.0.0");
    main.putValue("Bundle-Activator", GuestLog.class.getName());
    main.putValue("Import-Package", "org.osgi.framework,innkeeper.api.rotation;version=\"[2,3)\"");
    Path jar = host.scratch().resolve("guest.jar");
    String name = GuestLog.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream code = GuestLog.class.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      code.transferTo(out);
    }
    return jar;
  }

  private static void addCounter(HostProcess host, String id) throws Exception {
    host.cli(
            "add",
            id,
            "--",
            "/bin/sh",
            "-c",
            "i=0; while :; do i=$((i+1)); echo \"line $i\"; [ $((i % 100)) -eq 0 ] && sleep 0.01; done")
        .ok();
  }

  /** Of one server: each number once, in order; the server may have been cut in its last line. */
  private static void assertNumbered(List<String> lines) {
    long expected = Long.parseLong(lines.get(0).substring(5));
    for (int i = 0; i < lines.size() - 1; i++) {
      assertEquals("line " + expected++, lines.get(i), "at line " + (i + 1));
    }
    assertTrue(lines.size() > 100, "too few lines to tell anything");
  }

  private static Map<?, ?> rotation(HostProcess host, String name) {
    for (Object one : Json.list(get(host, "/api/rotation"))) {
      if (name.equals(((Map<?, ?>) one).get("name"))) {
        return (Map<?, ?>) one;
      }
    }
    throw new AssertionError(name + " is not listed");
  }

  private static String get(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static long size(HostProcess host, String name) {
    try {
      return Files.size(host.data().resolve("logs/" + name + ".log"));
    } catch (IOException gone) {
      return 0;
    }
  }

  /** None when an archive was compressed since it was listed. */
  private static List<String> lines(Path log) {
    try {
      return LogFiles.lines(log);
    } catch (IOException compressedSince) {
      return List.of();
    }
  }
}
