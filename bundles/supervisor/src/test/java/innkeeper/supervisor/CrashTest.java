package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.supervisor.process.Signals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {

  /** More by hand: -Dinnkeeper.kills=200. */
  private static final int KILLS =
      Integer.getInteger("innkeeper.kills", Boolean.getBoolean("innkeeper.nightly") ? 5 : 2);

  @TempDir Path data;

  /** Without a logging surface nobody says that output is drained, so wrappers rightly wait. */
  @AfterEach
  void endWrappers() {
    String script = data.resolve("run/wrapper.sh").toString();
    ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains(script))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aKillOfTheHostAtAnyMomentNeitherDoublesAServerNorLosesAnExitCode() throws Exception {
    Random random = new Random();
    Path printed = data.resolve("printed");
    for (int i = 0; i < KILLS; i++) {
      Files.deleteIfExists(data.resolve("loaded"));
      Process host =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  CrashHost.class.getName(),
                  data.toString())
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      if (i % 3 > 0) {
        Host.until(() -> Files.exists(data.resolve("loaded")) || !host.isAlive());
        Thread.sleep(random.nextInt(700));
      } else {
        Thread.sleep(200 + random.nextInt(500));
      }
      assertTrue(host.isAlive(), Files.readString(printed));
      host.destroyForcibly().waitFor();
    }
    ProjectSupervisor last = CrashHost.supervisor(data);
    last.load();
    last.shutdown(Duration.ofSeconds(20)).get(30, TimeUnit.SECONDS);
    last.close();
    new Strays(last.context(), Set.of()).ended(Set.of()).keySet().forEach(Signals::kill);
    assertFalse(Files.exists(data.resolve("two")), "two incarnations at one time");
    TreeSet<String> audited = new TreeSet<>();
    TreeSet<String> twice = new TreeSet<>();
    TreeSet<String> ended = new TreeSet<>();
    for (String line : Files.readAllLines(data.resolve("audit"))) {
      String told = line.substring(0, line.indexOf('\t'));
      audited.add(told);
      if (told.startsWith("project.exit")
          && !ended.add(told.split(" ", 5)[1] + told.split(" ", 5)[3])) {
        twice.add(told);
      }
    }
    assertEquals(new TreeSet<>(), twice, "ends audited twice");
    List<String> ledger = Files.readAllLines(data.resolve("ledger"));
    TreeSet<String> lost = new TreeSet<>();
    int ends = 0;
    for (String line : ledger) {
      String[] words = line.split(" ");
      if (words[0].equals("end")) {
        String[] mark = words[1].split("/");
        String told = "project.exit " + mark[0] + " incarnation " + mark[1] + " ";
        ends++;
        String code = "code " + words[2];
        if (audited.stream().noneMatch(e -> e.startsWith(told) && e.contains(code))) {
          lost.add(line);
        }
      }
    }
    assertTrue(ends > 0);
    assertEquals(new TreeSet<>(), lost, "exit codes lost");
    long begins = ledger.stream().filter(l -> l.startsWith("begin")).distinct().count();
    assertEquals(
        begins, ledger.stream().filter(l -> l.startsWith("begin")).count(), "one mark, one server");
  }
}
