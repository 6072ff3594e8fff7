package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where no host can run, the start says so in one line, in seconds, with the right status. */
class StartFailuresIT {

  private static final int DISK = 74;
  private static final int CONFIGURATION = 78;

  @TempDir private Path dir;
  private Path mounted;

  /** A file system of its own, which root alone can have. */
  private Path mount(String options) throws Exception {
    Path place = Files.createDirectory(dir.resolve("disk"));
    Programs.Said said =
        Programs.run(
            dir, Map.of(), List.of("mount", "-t", "tmpfs", "-o", options, "none", place + ""));
    if (said.status() != 0) {
      System.err.println("SKIPPED: no tmpfs can be mounted here (root can): " + said.out());
    }
    Assumptions.assumeTrue(said.status() == 0, "SKIPPED: no tmpfs can be mounted here");
    mounted = place;
    return place.resolve("data");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted != null) {
      Programs.run(dir, Map.of(), List.of("umount", "-l", mounted.toString())).ok();
    }
  }

  /** The one line of a start that failed with that status. */
  private String refused(int status, Path data, String... more) throws Exception {
    try (HostProcess host = new HostProcess().with("DATA_DIR", data.toString())) {
      for (int i = 0; i < more.length; i += 2) {
        host.with(more[i], more[i + 1]);
      }
      host.launch();
      assertTrue(host.process().waitFor(20, TimeUnit.SECONDS), host::console);
      assertEquals(status, host.process().exitValue(), host::console);
      assertEquals(1, host.console().lines().count(), host::console);
      return host.console();
    }
  }

  @Test
  void aDiskOfOneMebibyteIsTooSmall() throws Exception {
    Path data = mount("size=1m");
    String said = refused(DISK, data);
    assertTrue(said.contains("KiB are free on the disk of DATA_DIR=" + data), said);
    offered(said, "df -h ");
  }

  @Test
  void aDiskWithoutInodesIsNamed() throws Exception {
    Path data = mount("size=50m,nr_inodes=70");
    String said = refused(DISK, data);
    assertTrue(said.contains("more files can be made on the disk of DATA_DIR=" + data), said);
    offered(said, "df -i ");
  }

  @Test
  void aDiskThatTakesNoDirectoryIsFull() throws Exception {
    Path data = mount("size=50m,nr_inodes=2");
    String said = refused(DISK, data);
    assertTrue(said.contains("is full"), said);
    offered(said, "df -h -i ");
  }

  @Test
  void aReadOnlyDiskIsAMistakeInTheSettings() throws Exception {
    Path data = mount("ro,size=50m");
    String said = refused(CONFIGURATION, data);
    assertTrue(said.contains(mounted + " cannot be written"), said);
  }

  /** What the message ends with is a command that works. */
  private void offered(String said, String command) throws Exception {
    String offer = said.substring(said.lastIndexOf(command)).strip();
    Programs.run(dir, Map.of(), List.of("sh", "-c", offer)).ok();
  }

  @Test
  void aKilledHostStartsAgainOnADiskThatIsFull() throws Exception {
    Path data = mount("size=16m");
    try (HostProcess host = new HostProcess().with("DATA_DIR", data.toString())) {
      host.start();
      Programs.run(dir, Map.of(), List.of("sh", "-c", "cat /dev/zero >" + mounted + "/rest"));
      host.crash();
      host.start();
      host.cli("health");
      assertEquals(0, host.stop());
    }
  }

  @Test
  void aDataDirMountedNoexecServesAllTheSameAndLeavesNothingElsewhere() throws Exception {
    Path data = mount("noexec,size=50m");
    try (HostProcess host = new HostProcess().with("DATA_DIR", data.toString())) {
      host.start();
      host.cli("backup").ok();
      host.cli("restart-host").ok();
      host.cli("health").ok();
      assertEquals(0, host.stop());
      try (Stream<Path> left = Files.walk(host.memory())) {
        assertEquals(List.of(), left.filter(f -> f.toString().contains("sqlite")).toList());
      }
    }
  }

  @Test
  void withoutANativeLibraryForTheMachineThatIsSaid() throws Exception {
    try (HostProcess host = new HostProcess().with("JAVA_OPTS", "-Dos.arch=vax")) {
      host.launch();
      assertTrue(host.process().waitFor(20, TimeUnit.SECONDS), host::console);
      assertEquals(CONFIGURATION, host.process().exitValue(), host::console);
      List<String> errors = host.console().lines().filter(l -> l.contains(" error ")).toList();
      // Felix HTTP may print a trace of its own if the framework stops while it starts.
      assertFalse(host.console().contains("\tat innkeeper."), host::console);
      // The reason is said where it is found, and once more as the last line.
      List<String> said = errors.stream().map(l -> l.substring(l.indexOf(" error "))).toList();
      assertEquals(1, said.stream().distinct().count(), errors::toString);
      assertTrue(said.get(0).contains("cannot be loaded on Linux/vax"), errors::toString);
      assertTrue(host.console().strip().endsWith(said.get(0)), host::console);
    }
  }

  @Test
  void aPathTooLongForSqliteIsAMistakeInTheSettings() throws Exception {
    String said = refused(CONFIGURATION, dir.resolve(("d".repeat(99) + "/").repeat(4)));
    assertTrue(said.contains("at most 400"), said);
  }

  @Test
  void aPathThatIsNotAsciiWorksInThePosixLocaleForHostAndCommandLine() throws Exception {
    // Its bytes are given to the shell: this JVM's own locale may not know the character.
    Path scratch = Files.createDirectory(dir.resolve("scratch"));
    try (HostProcess host = new HostProcess().with("LC_ALL", "POSIX")) {
      host.under(
              "sh",
              "-c",
              "DATA_DIR=" + scratch + "/$(printf 'd\\303\\244ta'); export DATA_DIR; exec \"$@\"",
              "sh")
          .start();
      Programs.Said said =
          Programs.run(
              dir,
              Map.of("LC_ALL", "POSIX"),
              List.of(
                  "sh",
                  "-c",
                  HostProcess.HOME
                      + "/bin/innkeeper --data "
                      + scratch
                      + "/* health && ls "
                      + scratch
                      + "/*"));
      assertEquals(0, said.status(), said.out());
      assertTrue(said.out().contains("bot.db"), said.out());
      assertFalse(Files.exists(host.data()), "the variable that the shell set counts");
      assertEquals(0, host.stop());
    } finally {
      remove(scratch);
    }
  }

  /** A name that this JVM cannot decode is not for its own walk. */
  private void remove(Path scratch) throws Exception {
    Programs.run(dir, Map.of(), List.of("rm", "-rf", scratch.toString())).ok();
  }

  @Test
  void noFileIsMadeInTmp() throws Exception {
    Programs.need("strace");
    Path calls = dir.resolve("calls");
    try (HostProcess host = new HostProcess()) {
      host.under("strace", "-f", "-qq", "--seccomp-bpf", "-e", "openat,mkdir", "-o", calls + "");
      host.start();
      host.cli("backup").ok();
      ProcessHandle.of(host.pid()).orElseThrow().destroy();
      assertEquals(0, host.waitFor());
      try (Stream<String> lines = Files.lines(calls)) {
        assertEquals(
            List.of(),
            lines
                .filter(l -> l.contains("O_CREAT") || l.contains("mkdir("))
                .filter(l -> l.contains("\"/tmp/") && !l.contains(host.scratch().toString()))
                .toList());
      }
    }
  }
}
