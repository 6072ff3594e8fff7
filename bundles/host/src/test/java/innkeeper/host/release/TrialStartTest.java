package innkeeper.host.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.host.Host.HostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialStartTest {

  @TempDir Path temp;

  /** A process of a host: tries that release, for a minute. */
  public static void main(String... args) {
    new TrialStart(Path.of(args[0]), Path.of(args[1]), Duration.ofMinutes(1)).run(false);
  }

  /** A release whose start script notes its own pid and that of a child. */
  private Path release(String script) throws IOException {
    Path bin = Files.createDirectories(temp.resolve("innkeeper-9/bin")).resolve("innkeeper");
    String pids = temp.resolve("pids").toString();
    Files.writeString(
        bin,
        "#!/bin/sh\nsleep 300 &\necho $! >>" + pids + "\necho $$ >>" + pids + "\n" + script + "\n");
    Files.setPosixFilePermissions(bin, PosixFilePermissions.fromString("rwx------"));
    return bin.getParent().getParent();
  }

  private List<ProcessHandle> processes() throws IOException {
    Path pids = temp.resolve("pids");
    return !Files.exists(pids)
        ? List.of()
        : Files.readAllLines(pids).stream()
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
            .toList();
  }

  private void assertEnded() throws Exception {
    for (ProcessHandle process : processes()) {
      process.onExit().get(20, TimeUnit.SECONDS);
    }
  }

  @AfterEach
  void end() throws IOException {
    processes().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aReleaseThatHangsIsEndedWithItsChildren() throws Exception {
    TrialStart start =
        new TrialStart(release("sleep 300"), temp.resolve("scratch"), Duration.ofSeconds(1));
    HostException failed = assertThrows(HostException.class, () -> start.run(false));
    assertTrue(failed.getMessage().contains("was not ready"), failed.getMessage());
    assertEnded();
  }

  @Test
  void aReleaseThatEndsLeavesNoChildAndItsStatusIsNamed() throws Exception {
    TrialStart start = new TrialStart(release("echo no room; exit 74"), temp.resolve("scratch"));
    HostException failed = assertThrows(HostException.class, () -> start.run(false));
    assertEquals(
        "innkeeper-9, tried on an empty DATA_DIR, ended with status 74: no room",
        failed.getMessage());
    assertEnded();
  }

  @Test
  void aReadyReleaseGetsTermAndMayEndInOrder() throws Exception {
    String script =
        "trap 'echo >"
            + temp.resolve("term")
            + "; exit 0' TERM\n"
            + "echo ' ready '\nwhile :; do sleep 0.05; done";
    new TrialStart(release(script), temp.resolve("scratch")).run(false);
    assertTrue(Files.exists(temp.resolve("term")));
    assertEnded();
  }

  @Test
  void aHostThatIsKilledLeavesNoTrialBehind() throws Exception {
    Path release = release("sleep 300");
    Process host =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TrialStartTest.class.getName(),
                release.toString(),
                temp.resolve("scratch").toString())
            .inheritIO()
            .start();
    while (processes().size() < 2) {
      assertTrue(host.isAlive());
      Thread.sleep(20);
    }
    host.destroyForcibly().waitFor();
    assertEnded();
  }
}
