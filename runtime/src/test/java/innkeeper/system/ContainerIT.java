package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** In a PID namespace whose first process is the host's start script, as in a container. */
class ContainerIT {

  private static final List<String> CONTAINER =
      List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child");

  @Test
  void theFirstProcessOfAContainerBuriesWhatServersLeaveBehindAndEndsAsToldTo() throws Exception {
    Programs.need("unshare");
    String[] trial = {"unshare", "--pid", "--fork", "--mount-proc", "true"};
    boolean may = Programs.status(trial) == 0;
    if (!may) {
      System.err.println("SKIPPED: no PID namespace may be made here");
    }
    Assumptions.assumeTrue(may, "SKIPPED: no PID namespace may be made here");

    try (HostProcess host = new HostProcess().under(CONTAINER.toArray(String[]::new))) {
      try {
        buries(host);
      } finally {
        // All in it ends with it: unshare itself does not hear TERM.
        host.crash();
      }
    }
  }

  private static void buries(HostProcess host) throws Exception {
    host.start();
    ProcessHandle first = host.process().children().findFirst().orElseThrow();
    host.cli(
            "add",
            "forks",
            "--",
            "/bin/sh",
            "-c",
            "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do (sleep 0.1 &) ; done; sleep 0.3;"
                + " echo all are orphans; exec sleep 600")
        .ok();
    Path log = host.data().resolve("logs/forks.log");
    HostProcess.await("orphans", () -> readable(log).contains("all are orphans"));
    noZombie(first);
    // Its wrapper is nobody's child either.
    host.cli("remove", "forks").ok();
    HostProcess.await(
        "its wrapper has ended",
        () -> first.descendants().noneMatch(p -> commandLine(p).contains("run/wrapper.sh")));
    noZombie(first);

    first.destroy();
    assertEquals(0, host.waitFor(), host::console);
    assertTrue(host.console().contains("bot.db closed"), host::console);
  }

  private static void noZombie(ProcessHandle first) throws Exception {
    HostProcess.await(
        "no zombie is left", () -> first.descendants().allMatch(p -> HostProcess.alive(p.pid())));
  }

  private static String commandLine(ProcessHandle process) {
    return readable(Path.of("/proc/" + process.pid() + "/cmdline"));
  }

  private static String readable(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      // Not there yet, or gone.
      return "";
    }
  }
}
