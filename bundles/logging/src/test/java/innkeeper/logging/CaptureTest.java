package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.LogPolicy;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.common.file.Durable;
import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.file.Tmpfs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureTest {

  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private String log(String name) throws Exception {
    return Files.exists(house.log(name)) ? Files.readString(house.log(name)) : "";
  }

  private List<String> unfinished(String name) throws Exception {
    return house.logging.logs().tail(name, 1).unfinished();
  }

  @Test
  void aServersLinesReachItsLogWithoutTheirSecrets() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "echo hello; echo password=hunter2hunter2; echo bye");
    House.await("bye", () -> log("demo").endsWith("bye\n"));
    assertEquals("hello\npassword=[REDACTED]\nbye\n", log("demo"));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(house.log("demo"))));
    House.await(
        "counts",
        () -> house.logging.logs().status("demo").filter(s -> s.lines() == 3).isPresent());
    assertTrue(house.logging.logs().status("demo").orElseThrow().redactions() >= 1);
  }

  @Test
  void anUnfinishedLineAppearsWhileTheServerPauses() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "printf 'one\\nplease wait '; read never < /dev/zero; sleep 60");
    House.await("prompt", () -> unfinished("demo").equals(List.of("please wait ")));
    assertEquals("one\n", log("demo"));
  }

  @Test
  void drainedOutputIsInTheFileAndAnUnfinishedLineIsEnded() throws Exception {
    house.start();
    house.fifo("demo");
    Process server =
        house.server(
            "demo", "seq 1 200000; printf tail; : > " + house.data.resolve("done") + "; sleep 60");
    House.await("numbers", () -> log("demo").contains("\n200000\n"));
    House.await("end", () -> Files.exists(house.data.resolve("done")));
    Files.writeString(house.data.resolve("run/demo.exit"), "0\n");
    house.logging.logs().drained("demo").get(10, TimeUnit.SECONDS);
    assertTrue(log("demo").endsWith("200000\ntail\n"));
    assertTrue(server.isAlive());
  }

  @Test
  void drainedOfAnUnknownLogCompletesAtOnce() throws Exception {
    house.start();
    house.logging.logs().drained("nobody").get(1, TimeUnit.SECONDS);
  }

  @Test
  void secretsOfTheServersEnvironmentAreKnownBeforeItsFirstByte() throws Exception {
    house.start();
    house.fifo("demo");
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            "exec 3<>\"$0\"; read go; echo \"started with $DEPLOY_TOKEN here\" >&3; read hold",
            house.data.resolve("run/demo.out").toString());
    builder.environment().put("DEPLOY_TOKEN", "correcthorsebattery");
    assertEquals("started with [REDACTED] here\n", firstLine(builder));
  }

  @Test
  void secretsOfTheServersCommandAndThoseNamedSecretAreKnownBeforeItsFirstByte() throws Exception {
    house.start();
    house.fifo("demo");
    ProcessBuilder builder =
        new ProcessBuilder(
            new ArrayList<>(List.of("sh -c . FIFO b c d e 2 app --password".split(" "))));
    List<String> command = builder.command();
    command.set(2, "exec 3<>\"$0\"; read go; echo \"$8 $GREETING\" >&3; read hold");
    command.set(3, house.data.resolve("run/demo.out").toString());
    command.add("mince9Pie");
    builder.environment().put("GREETING", "good-morning-7");
    builder.environment().put("INNKEEPER_SECRETS", "OTHER,GREETING");
    assertEquals("[REDACTED] [REDACTED]\n", firstLine(builder));
  }

  /** What the log holds when a wrapper that waits for its word has printed a line. */
  private String firstLine(ProcessBuilder builder) throws Exception {
    Process wrapper = builder.start();
    house.processes.add(wrapper);
    house.record("demo", 1, wrapper, LogPolicy.DEFAULT);
    wrapper.getOutputStream().write("go\n".getBytes());
    wrapper.getOutputStream().flush();
    House.await("line", () -> log("demo").endsWith("\n"));
    return log("demo");
  }

  @Test
  void aLinkAFifoOrADirectoryInPlaceOfTheLogIsNotWrittenThrough(@TempDir Path elsewhere)
      throws Exception {
    Path victim = Files.writeString(elsewhere.resolve("victim"), "mine\n");
    Files.createSymbolicLink(house.log("demo"), victim);
    house.start();
    house.fifo("demo");
    house.server("demo", "echo hello");
    House.await(
        "trouble",
        () ->
            house.logging.checks().get("disk:full").execute().getStatus()
                == org.apache.felix.hc.api.Result.Status.CRITICAL);
    assertEquals("mine\n", Files.readString(victim));
    Files.delete(house.log("demo"));
    House.await("hello", () -> log("demo").equals("hello\n"));
    assertEquals("mine\n", Files.readString(victim));
  }

  @Test
  void anotherFileUnderTheLogsNameIsNotWritten(@TempDir Path elsewhere) throws Exception {
    Path victim = Files.writeString(house.data.resolve("victim"), "mine\n");
    house.start();
    house.fifo("demo");
    house.server("demo", "while :; do echo hello; sleep 0.05; done");
    House.await("hello", () -> log("demo").startsWith("hello\n"));
    Files.createLink(house.data.resolve("kept"), house.log("demo"));
    String before = log("demo");
    House.await("a second name of ours does no harm", () -> log("demo").length() > before.length());
    Files.delete(house.log("demo"));
    Files.createLink(house.log("demo"), victim);
    House.await(
        "trouble",
        () ->
            house.logging.checks().get("disk:full").execute().getStatus()
                == org.apache.felix.hc.api.Result.Status.CRITICAL);
    assertEquals("mine\n", Files.readString(victim));
    Files.delete(house.log("demo"));
    House.await("hello", () -> log("demo").startsWith("hello\n"));
    assertEquals("mine\n", Files.readString(victim));
  }

  @Test
  void aDeletedLogOrDirectoryIsCreatedAgain() throws Exception {
    house.start();
    house.fifo("demo");
    Process server =
        house.server("demo", "i=0; while :; do i=$((i+1)); echo line $i; sleep 0.02; done");
    House.await("lines", () -> log("demo").contains("line 5\n"));
    Files.delete(house.log("demo"));
    Files.delete(house.data.resolve("logs"));
    House.await("lines again", () -> log("demo").contains("line "));
    assertTrue(server.isAlive());
  }

  @Test
  void noRawOutputIsOnDisk() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "echo first; printf 'password=hunter2hunter2'; sleep 60");
    House.await("first", () -> log("demo").contains("first\n"));
    House.await("held", () -> house.logging.logs().status("demo").isPresent());
    house.stop();
    try (var files = Files.walk(house.data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(bytes.contains("hunter2hunter2"), file.toString());
      }
    }
    house.start();
  }

  @Test
  void aReplacedFifoIsReadInsteadOfTheOld() throws Exception {
    house.start();
    Path fifo = house.fifo("demo");
    house.server("demo", "echo one");
    House.await("one", () -> log("demo").equals("one\n"));
    Files.delete(fifo);
    house.fifo("demo");
    house.server("demo", "echo two");
    House.await("two", () -> log("demo").equals("one\ntwo\n"));
  }

  @Test
  void progressDotsAppearThoughTheServerNeverPauses() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "printf 'loading '; while :; do printf .; sleep 0.03; done");
    House.await("dots", () -> unfinished("demo").toString().matches("\\[loading \\.{3,}\\]"));
  }

  @Test
  void aPromptAppearsAlsoWithKeysOfTheOperator() throws Exception {
    Path rules = house.data.resolve("conf/redact.rules");
    Durable.create(rules);
    Files.writeString(rules, "key internal-ref\n");
    house.start();
    house.fifo("demo");
    house.server("demo", "printf 'go on? internal-ref=47'; sleep 1; printf '11 [y/n] '; sleep 60");
    House.await("prompt", () -> unfinished("demo").toString().startsWith("[go on? "));
    House.await("more", () -> house.logging.redact("internal-ref=4711").endsWith("[REDACTED]"));
    Thread.sleep(300);
    assertFalse(unfinished("demo").toString().contains("47"), unfinished("demo").toString());
  }

  @Test
  void rulesOfAnOldFileHideSecretsInTheFirstLine() throws Exception {
    Path rules = house.data.resolve("conf/redact.rules");
    Durable.create(rules);
    Files.writeString(rules, "key internal-ref\nliteral shibboleth-of-old\n");
    house.fifo("demo");
    house.server("demo", "echo internal-ref=4711 shibboleth-of-old");
    house.start();
    House.await("line", () -> !log("demo").isEmpty());
    assertEquals("internal-ref=[REDACTED] [REDACTED]\n", log("demo"));
    assertFalse(Files.exists(rules));
  }

  @Test
  void aLineOfAMebibyteWithoutEndIsBoundedAndItsSecretsAreHidden() throws Exception {
    house.start();
    house.fifo("demo");
    house.server(
        "demo",
        "head -c 1048500 /dev/zero | tr '\\0' x; printf ' password=hunter2hunter2 '; "
            + "head -c 300000 /dev/zero | tr '\\0' y; printf ' token=hunter2hunter2'; "
            + "sleep 0.5; echo ' end'; echo next");
    House.await("next", () -> log("demo").endsWith("next\n"));
    assertFalse(log("demo").contains("hunter2"), "no secret");
    assertEquals(2, log("demo").lines().count());
    assertTrue(log("demo").length() > 1_000_000);
    assertTrue(Files.size(ring("demo")) <= StreamBuffer.MOST + 8192);
  }

  /** Files of that server's that this process holds open. */
  private Set<String> held(String name) throws Exception {
    Set<String> held = new TreeSet<>();
    for (String descriptor : new File("/proc/self/fd").list()) {
      try {
        Path file = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor)).getFileName();
        if (file != null && file.toString().matches(name + "\\.(out|err|log|ring|ring-err)")) {
          held.add(file.toString());
        }
      } catch (IOException e) {
        // Closed between the two looks.
        continue;
      }
    }
    return held;
  }

  @Test
  void aServerThatIsSilentCostsOneDescriptor() throws Exception {
    house.start();
    house.fifo("demo");
    House.await("the FIFO alone", () -> held("demo").equals(Set.of("demo.out")));
    House.await("the log is there", () -> Files.exists(house.log("demo")));
    house.server("demo", "echo one");
    House.await("one", () -> log("demo").equals("one\n"));
    House.await("no ring", () -> held("demo").equals(Set.of("demo.out", "demo.log")));
    Files.writeString(house.data.resolve("run/demo.exit"), "0\n");
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    House.await("the FIFO alone again", () -> held("demo").equals(Set.of("demo.out")));
  }

  @Test
  void aSilentServerWithTwoFifosCostsTwoDescriptors() throws Exception {
    house.start();
    house.fifos("demo");
    Set<String> fifos = Set.of("demo.out", "demo.err");
    House.await("the FIFOs alone", () -> held("demo").equals(fifos));
    house.server("demo", "echo one; echo two >&2");
    House.await("two", () -> log("demo").lines().count() == 2);
    Files.writeString(house.data.resolve("run/demo.exit"), "0\n");
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    House.await("the FIFOs alone again", () -> held("demo").equals(fifos));
  }

  @Test
  void aClosedLogIsRotatedLikeAnOpenOne() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "echo one; read go; echo two; sleep 60");
    House.await("one", () -> log("demo").equals("one\n"));
    house.stop();
    house.start();
    House.await("at rest", () -> held("demo").equals(Set.of("demo.out")));
    RotatableLog writer =
        house.rotatable.stream().filter(log -> log.name().equals("demo")).toList().get(1);
    House.await("taken over", () -> turned(writer));
    house.processes.get(0).getOutputStream().write('\n');
    house.processes.get(0).getOutputStream().flush();
    House.await("two", () -> log("demo").equals("two\n"));
    assertEquals("one\ntwo\n", house.all("demo"));
    // Whoever comes after a kill here finds in the ring which file it has written to.
    house.stop();
    house.start();
    House.await("at rest again", () -> held("demo").equals(Set.of("demo.out")));
    assertEquals("one\ntwo\n", house.all("demo"));
  }

  private static boolean turned(RotatableLog writer) {
    try {
      writer.hold(new TurningRotator(0)::turn);
      return true;
    } catch (IOException takenOver) {
      return false;
    }
  }

  @Test
  void aRemovedRingFileLosesNoLine() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "echo begin; read go; seq 1 200000; echo end");
    House.await("begin", () -> log("demo").equals("begin\n"));
    Files.delete(ring("demo"));
    house.processes.get(0).getOutputStream().write('\n');
    house.processes.get(0).getOutputStream().flush();
    House.await("end", () -> log("demo").endsWith("\nend\n"));
    assertEquals(
        "begin\n"
            + IntStream.rangeClosed(1, 200_000)
                .mapToObj(i -> i + "\n")
                .collect(Collectors.joining())
            + "end\n",
        log("demo"));
  }

  private Path ring(String name) throws Exception {
    return Tmpfs.directory(house.data).resolve(name + ".ring");
  }

  @Test
  void countsSurviveASwap() throws Exception {
    house.start();
    house.fifo("demo");
    house.server(
        "demo", "echo a password=hunter2hunter2; echo b; read never < /dev/zero; sleep 60");
    House.await(
        "counts",
        () -> house.logging.logs().status("demo").filter(s -> s.lines() == 2).isPresent());
    long redactions = house.logging.logs().status("demo").orElseThrow().redactions();
    house.stop();
    house.start();
    House.await(
        "counts",
        () -> house.logging.logs().status("demo").filter(s -> s.lines() == 2).isPresent());
    assertEquals(1, redactions);
    assertEquals(1, house.logging.logs().status("demo").orElseThrow().redactions());
    assertTrue(house.logging.logs().status("demo").orElseThrow().lastLineAt().isPresent());
  }
}
