package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.LogWaitListener;
import innkeeper.api.log.RedactionRule;
import innkeeper.api.project.LogPolicy;
import innkeeper.common.file.Durable;
import innkeeper.logging.capture.LogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultsTest {

  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private String log() throws IOException {
    return Files.isRegularFile(house.log("demo")) ? Files.readString(house.log("demo")) : "";
  }

  private Result.Status check(String name) {
    return house.logging.checks().get(name).execute().getStatus();
  }

  /** A directory in the log's place: nothing can be written, whoever we are. */
  private void block() throws IOException {
    Files.move(house.log("demo"), house.data.resolve("aside"));
    Files.createDirectory(house.log("demo"));
  }

  private void unblock() throws IOException {
    Files.delete(house.log("demo"));
    Files.move(house.data.resolve("aside"), house.log("demo"));
  }

  private Process counter(String name) throws IOException {
    return house.server(
        name, "i=0; while [ $i -lt 600 ]; do i=$((i+1)); echo line $i; sleep 0.005; done");
  }

  @Test
  void aListenerIsNotifiedOfWaitingLogs() throws Exception {
    house.start();
    house.fifo("demo");
    counter("demo");
    House.await("lines", () -> log().contains("line 9\n"));
    AtomicReference<Map<String, String>> heard = new AtomicReference<>();
    house.logging.add((LogWaitListener) heard::set);
    House.await("nothing waits", () -> Map.of().equals(heard.get()));
    block();
    House.await("it waits", () -> !heard.get().isEmpty());
    assertEquals(Map.of("demo", "its log cannot be written"), heard.get());
    AtomicReference<Map<String, String>> late = new AtomicReference<>();
    house.logging.add((LogWaitListener) late::set);
    House.await("told at once", () -> heard.get().equals(late.get()));
    unblock();
    House.await("it goes on", () -> heard.get().isEmpty());
  }

  @Test
  void aServerWaitsWhileItsLogCannotBeWrittenAndLosesNoLine() throws Exception {
    house.start();
    house.fifo("demo");
    counter("demo");
    House.await("lines", () -> log().contains("line 9\n"));
    block();
    House.await("full", () -> check("disk:full") == Result.Status.CRITICAL);
    house.stop();
    house.start();
    House.await("full again", () -> check("disk:full") == Result.Status.CRITICAL);
    unblock();
    House.await("the end", Duration.ofMinutes(3), () -> log().endsWith("line 600\n"));
    House.await("well", () -> check("disk:full") == Result.Status.OK);
    String[] lines = log().split("\n");
    for (int i = 0; i < lines.length; i++) {
      assertEquals("line " + (i + 1), lines[i]);
    }
  }

  @Test
  void droppedLinesAreCountedInTheLog() throws Exception {
    house.start();
    house.fifo("demo");
    Process server = counter("demo");
    house.record("demo", 1, server, new LogPolicy(0, 0, LogPolicy.WhenFull.DROP));
    House.await("lines", () -> log().contains("line 9\n"));
    block();
    House.await("dropping", () -> check("logs:dropped") == Result.Status.WARN);
    unblock();
    House.await("the end", Duration.ofMinutes(3), () -> log().endsWith("line 600\n"));
    Pattern note =
        Pattern.compile("innkeeper: dropped (\\d+) lines \\(\\d+ bytes\\) from \\S+Z to \\S+Z: .*");
    int expected = 1;
    long dropped = 0;
    for (String line : log().split("\n")) {
      Matcher matcher = note.matcher(line);
      if (matcher.matches()) {
        expected += Integer.parseInt(matcher.group(1));
        dropped += Integer.parseInt(matcher.group(1));
      } else {
        assertEquals("line " + expected++, line);
      }
    }
    assertEquals(601, expected);
    assertTrue(dropped > 0);
    assertEquals(dropped, house.logging.logs().status("demo").orElseThrow().dropped());
  }

  @Test
  void aRuleOfAPluginRedactsAndOneThatThrowsIsSwitchedOffWithItsLineKeptBack() throws Exception {
    house.start();
    AtomicInteger calls = new AtomicInteger();
    house.logging.add(rule("ok", line -> List.of(new RedactionRule.Span(0, 3))));
    house.logging.add(
        rule(
            "bad",
            line -> {
              if (calls.incrementAndGet() == 2) {
                throw new IllegalStateException("broken");
              }
              return List.of();
            }));
    house.fifo("demo");
    house.server("demo", "echo one 1; echo two 2; echo six 3");
    House.await("three", () -> log().split("\n").length == 3);
    assertEquals("[REDACTED] 1\n[REDACTED]\n[REDACTED] 3\n", log());
    assertEquals(Result.Status.WARN, check("redaction:rules"));
  }

  @Test
  void aRuleThatNeverReturnsIsSwitchedOffAndItsLineIsMasked() throws Exception {
    house.start();
    house.logging.add(
        rule(
            "stuck",
            line -> {
              while (new String(line).contains("hang")) {
                Thread.onSpinWait();
                if (house.rotatable.isEmpty()) {
                  throw new IllegalStateException("the test is over");
                }
              }
              return List.of();
            }));
    house.fifo("demo");
    house.fifo("other");
    house.server("demo", "echo one; echo hang 4711; echo three");
    House.await("three", () -> log().endsWith("three\n"));
    assertEquals("one\n[REDACTED]\nthree\n", log());
    assertEquals(Result.Status.WARN, check("redaction:rules"));
    house.server("other", "echo hang is let through now");
    House.await(
        "other", () -> Files.exists(house.log("other")) && Files.size(house.log("other")) > 0);
    house.rotatable.clear();
  }

  private static RedactionRule rule(
      String name, java.util.function.Function<byte[], List<RedactionRule.Span>> find) {
    return new RedactionRule() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Span> find(byte[] line, int length) {
        return find.apply(line);
      }
    };
  }

  @Test
  void secretsRegisteredAtRunTimeSurviveASwapAndAreNowhereOnDisk() throws Exception {
    house.start();
    assertEquals(
        1, house.logging.register("operator", List.of("abc", "opensesame-opensesame")).size());
    house.stop();
    house.start();
    assertEquals("say [REDACTED]", house.logging.redact("say opensesame-opensesame"));
    try (var files = Files.walk(house.data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(Files.readString(file).contains("opensesame"), file.toString());
      }
    }
  }

  @Test
  void anOldRulesFileThatComesLaterIsReportedUntilTheNextStartMovesIt() throws Exception {
    house.start();
    Path file = house.data.resolve("conf/redact.rules");
    Durable.create(file);
    Files.writeString(file, "literal shibboleth-of-old\nkey internal-ref\n");
    assertEquals(Result.Status.WARN, check("redaction:rules"));
    house.stop();
    house.start();
    assertEquals(Result.Status.OK, check("redaction:rules"));
    assertEquals(
        "[REDACTED] internal-ref=[REDACTED]",
        house.logging.redact("shibboleth-of-old internal-ref=4711"));
    assertFalse(Files.exists(file));
  }

  @Test
  void aRotationDuringAnUnfinishedLinePutsThatLineIntoTheNewFile() throws Exception {
    house.start();
    house.fifo("demo");
    Path go = house.data.resolve("go");
    House.run("mkfifo", go.toString());
    house.server("demo", "echo one; printf 'please wait '; read x < " + go + "; echo three");
    House.await(
        "partial",
        () -> house.logging.logs().tail("demo", 5).unfinished().equals(List.of("please wait ")));
    ((LogWriter) house.rotatable.get(0)).hold(new TurningRotator(1)::turn);
    assertEquals("", log());
    Files.writeString(go, "go\n");
    House.await("whole", () -> log().equals("please wait three\n"));
    assertEquals("one\nplease wait three\n", house.all("demo"));
  }

  @Test
  void aRotationIsRefusedWithinALineOfAMebibyteAndDoneAtItsEnd() throws Exception {
    house.start();
    house.fifo("demo");
    Path go = house.data.resolve("go");
    House.run("mkfifo", go.toString());
    String mebibyte = "head -c 1100000 /dev/zero | tr '\\0' ' '";
    house.server("demo", mebibyte + "; read x < " + go + "; echo three");
    House.await("partial", () -> log().length() > 900_000);
    TurningRotator rotator = new TurningRotator(1);
    LogWriter writer = (LogWriter) house.rotatable.get(0);
    IOException refused = assertThrows(IOException.class, () -> writer.hold(rotator::turn));
    assertTrue(refused.getMessage().contains("in the middle of a line"));
    Files.writeString(go, "go\n");
    House.await("whole", () -> log().endsWith(" three\n"));
    assertEquals(1_100_006, log().length());
    writer.hold(rotator::turn);
    assertEquals("", log());
    assertEquals(0, writer.bytes());
  }

  @Test
  void aRotationThatThrowsDoesNotStopTheWriter() throws Exception {
    house.start();
    house.fifo("demo");
    Path go = house.data.resolve("go");
    House.run("mkfifo", go.toString());
    house.server("demo", "echo one; read x < " + go + "; echo two");
    House.await("one", () -> log().equals("one\n"));
    LogWriter writer = (LogWriter) house.rotatable.get(0);
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                writer.hold(
                    active -> {
                      throw new IOException("no");
                    }));
    assertEquals("no", thrown.getMessage());
    Files.writeString(go, "go\n");
    House.await("two", () -> log().equals("one\ntwo\n"));
  }

  @Test
  void aLineLongerThanTheRingIsWrittenWholeAndOnce() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "head -c 5000000 /dev/zero | tr '\\0' x; echo; echo end");
    House.await("end", () -> log().endsWith("end\n"));
    String[] lines = log().split("\n");
    assertEquals(2, lines.length);
    assertTrue(lines[0].matches("x+(\\[REDACTED\\])?"), "cut line");
  }

  @Test
  void outputOfAFifoThatWasRemovedWhileNoHostRanIsWritten() throws Exception {
    house.start();
    Path fifo = house.fifo("demo");
    house.server("demo", "echo one; printf 'two'");
    House.await("one", () -> log().startsWith("one\n"));
    house.logging.logs().drained("demo").get();
    house.stop();
    Files.delete(fifo);
    house.start();
    House.await("two", () -> log().equals("one\ntwo\n"));
  }
}
