package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OutputIT {

  @Test
  void nothingSecretReachesAnyFileOrTheConsole() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      String secret = "zebra-" + "crossing-4711";
      Path script = host.scratch().resolve("talk.sh");
      Files.writeString(
          script,
          "echo 'Authorization: Bearer "
              + secret
              + "'\n"
              + "echo 'login password="
              + secret
              + " ok'\n"
              + "echo '{\"user\":\"u\",\"api_token\":\""
              + secret
              + "\",\"n\":1}'\n"
              + "echo 'GET /x?access_token="
              + secret
              + "&page=2'\n"
              + "echo 'postgres://app:"
              + secret
              + "@db/app'\n"
              + "echo 'mysql --password="
              + secret
              + " -h db'\n"
              + "printf 'pass'; sleep 0.3; printf 'word=zebra-'; sleep 0.3; echo 'crossing-4711'\n"
              + "echo \"from the environment: $MY_API_TOKEN\"\n"
              + "echo 'plain line'\nsleep 600\n");
      host.cli(
              "add",
              "talker",
              "--env",
              "MY_API_TOKEN=plumtree99",
              "--",
              "/bin/sh",
              script.toString())
          .ok();
      HostProcess.await("all is written", () -> host.log("talker").contains("plain line"));
      List<String> lines = host.log("talker");
      assertEquals(9, lines.size(), lines::toString);
      assertTrue(lines.get(0).startsWith("Authorization: Bearer [REDACTED]"), lines::toString);
      assertTrue(lines.get(2).contains("\"n\":1"), lines::toString);
      assertTrue(lines.get(3).endsWith("&page=2"), lines::toString);
      assertEquals(0, host.stop());
      assertFalse(host.console().contains(secret), host::console);
      assertNoFileHolds(host.data(), secret);
      assertNoLogHolds(host.data(), "plumtree99");
    }
  }

  @Test
  void aLineIsWrittenOnceOverACleanStopAndStart() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addCounter(host);
      HostProcess.await("it writes", () -> host.log("counter").size() > 500);
      assertEquals(0, host.stop());
      host.start();
      int before = host.log("counter").size();
      HostProcess.await("it writes again", () -> host.log("counter").size() > before + 500);
      host.cli("stop", "counter").ok();
      host.stop();
      // Two servers, so two runs from 1 on, each without a gap.
      assertRunsOfNumbers(host.log("counter"), 2);
    }
  }

  @Tag("nightly")
  @Test
  void aLineIsWrittenOnceOverHardKillsOfTheHost() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addCounter(host);
      for (int kill = 0; kill < 5; kill++) {
        int before = host.log("counter").size();
        HostProcess.await("it writes", () -> host.log("counter").size() > before + 300);
        host.crash();
        host.start();
      }
      host.awaitState("counter", "RUNNING");
      host.cli("stop", "counter").ok();
      host.stop();
      assertRunsOfNumbers(host.log("counter"), 1);
    }
  }

  @Test
  void theHostsOwnLogIsJsonLinesInTheOrderTheContractSays() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "one", "--", "/bin/sleep", "600").ok();
      host.awaitState("one", "RUNNING");
      host.stop();
      List<String> lines = Files.readAllLines(host.data().resolve("bot.log"));
      assertTrue(lines.size() > 2);
      for (String line : lines) {
        List<?> members = new ArrayList<>(Json.read(line).keySet());
        assertEquals(List.of("ts", "level", "msg"), members.subList(0, 3), line);
      }
      assertTrue(
          lines.stream().map(Json::read).anyMatch(l -> "one".equals(l.get("channelId"))),
          "a line about a project names it");
    }
  }

  @Test
  void aLogTurnsOverBeforeItPassesItsBoundAndTheTailReadsOn() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.with("LOG_MAX_BYTES", "4096").start();
      host.cli(
              "add",
              "chatty",
              "--",
              "/bin/sh",
              "-c",
              "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo line $i; done; sleep 600")
          .ok();
      HostProcess.await(
          "all is written",
          () -> {
            List<String> lines = host.log("chatty");
            return !lines.isEmpty() && lines.get(lines.size() - 1).equals("line 2000");
          });
      assertTrue(Files.size(host.data().resolve("logs/chatty.log")) <= 4096);
      List<?> tail =
          (List<?>) Json.read(host.get("/api/logs/chatty?lines=1000").body()).get("lines");
      assertEquals(1000, tail.size());
      assertEquals("line 1001", tail.get(0));
      assertEquals("line 2000", tail.get(999));
    }
  }

  private static void addCounter(HostProcess host) throws Exception {
    host.cli(
            "add",
            "counter",
            "--",
            "/bin/sh",
            "-c",
            "i=0; while :; do i=$((i+1)); echo \"line $i\"; [ $((i % 50)) -eq 0 ] && sleep 0.01; done")
        .ok();
  }

  /**
   * Each run counts 1, 2, 3 …; the server may have been cut in its last line, which then ends a
   * run.
   */
  private static void assertRunsOfNumbers(List<String> lines, int runs) {
    int seen = 0;
    long expected = 1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.equals("line 1") && expected != 1) {
        expected = 1;
      }
      if (line.equals("line 1")) {
        seen++;
      }
      assertEquals("line " + expected, line, "at line " + (i + 1));
      expected++;
    }
    assertEquals(runs, seen);
  }

  private static void assertNoLogHolds(Path data, String secret) throws Exception {
    assertNoFileHolds(data.resolve("logs"), secret);
    assertFalse(Files.readString(data.resolve("bot.log")).contains(secret), "bot.log");
  }

  private static void assertNoFileHolds(Path dir, String secret) throws Exception {
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file)) {
          String text =
              new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
          assertFalse(text.contains(secret), file::toString);
        }
      }
    }
  }
}
