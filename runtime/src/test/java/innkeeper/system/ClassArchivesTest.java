package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The functions of lib/archives.sh: which archive serves whom, and when none is made. */
@Timeout(60)
class ClassArchivesTest {

  private static final Path SCRIPT = Path.of("src/main/dist/lib/archives.sh").toAbsolutePath();

  @TempDir Path scratch;
  private Path home;

  @BeforeEach
  void aHome() throws Exception {
    home = scratch.resolve("a home");
    for (String jar :
        List.of("lib/boot.jar", "platform/api.jar", "surfaces/shell.jar", "bin/java")) {
      Files.createDirectories(home.resolve(jar).getParent());
      Files.writeString(home.resolve(jar), jar);
      Files.setLastModifiedTime(home.resolve(jar), FileTime.fromMillis(1_000_000));
    }
  }

  @Test
  void theKeyChangesWithHomeJdkAndEveryJar() throws Exception {
    String key = key(home);
    assertEquals(key, key(home));
    for (String file :
        List.of("lib/boot.jar", "platform/api.jar", "surfaces/shell.jar", "bin/java")) {
      Files.setLastModifiedTime(home.resolve(file), FileTime.fromMillis(2_000_000));
      assertNotEquals(key, key(home), file);
      Files.setLastModifiedTime(home.resolve(file), FileTime.fromMillis(1_000_000));
    }
    Path moved = Files.move(home, scratch.resolve("elsewhere"));
    assertNotEquals(key, key(moved));
  }

  @Test
  void anArchiveOfTheHomeIsFoundThenOneOfTheUser() throws Exception {
    String key = key(home);
    Map<String, String> user = Map.of("HOME", scratch.toString());
    assertEquals("", shell(user, home, "find_archive ''; echo $archive"));
    Path own =
        scratch.resolve(
            ".local/state/innkeeper/classes/"
                + shell(user, home, "archive_place; echo \"$place\"")
                + "/"
                + key
                + ".jsa");
    Files.createDirectories(own.getParent());
    Files.writeString(own, "x");
    assertEquals(
        "", shell(user, home, "find_archive ''; echo \"$archive\""), "of unknown size and time");
    stamp(own);
    assertEquals(own.toString(), shell(user, home, "find_archive ''; echo \"$archive\""));
    Files.writeString(own, "");
    assertEquals("", shell(user, home, "find_archive ''; echo \"$archive\""), "cut short");
    Files.writeString(own, "y");
    Files.setLastModifiedTime(own, FileTime.fromMillis(0));
    assertEquals("", shell(user, home, "find_archive ''; echo \"$archive\""), "changed");
    assertEquals("", shell(user, home, "find_archive -cli; echo \"$archive\""));
    Path built = home.resolve("lib/classes").resolve(key + ".jsa");
    Files.createDirectories(built.getParent());
    Files.writeString(built, "x");
    stamp(built);
    assertEquals(built.toString(), shell(user, home, "find_archive ''; echo \"$archive\""));
  }

  /** Notes size and time, as the maker does. */
  private static void stamp(Path archive) throws IOException {
    Files.writeString(
        archive.resolveSibling(archive.getFileName() + ".stamp"),
        Files.size(archive) + "-" + Files.getLastModifiedTime(archive).to(TimeUnit.SECONDS) + "\n");
  }

  @Test
  void withoutAHomeDirectoryThereIsNoFolder() throws Exception {
    assertEquals("none", shell(Map.of(), home, "archive_state || echo none"));
    assertEquals("none", shell(Map.of("HOME", "relative"), home, "archive_state || echo none"));
    assertEquals(
        "/x/innkeeper/classes",
        shell(Map.of("XDG_STATE_HOME", "/x"), home, "archive_state; echo $state"));
  }

  @Test
  void freeMemoryIsWhatMachineAndControlGroupsLeave() throws Exception {
    Path proc = Files.createDirectories(scratch.resolve("proc/self")).getParent();
    Path group = Files.createDirectories(scratch.resolve("groups/user/service"));
    Files.writeString(proc.resolve("meminfo"), "MemTotal: 9000000 kB\nMemAvailable: 800000 kB\n");
    Files.writeString(proc.resolve("self/cgroup"), "0::/user/service\n");
    assertEquals("800000", freeMemory());
    Files.writeString(group.resolve("memory.max"), "max\n");
    Files.writeString(group.resolve("memory.current"), "1024\n");
    assertEquals("800000", freeMemory());
    Files.writeString(group.resolveSibling("memory.max"), "1073741824\n");
    Files.writeString(group.resolveSibling("memory.current"), "773741824\n");
    assertEquals(String.valueOf(300_000_000 / 1024), freeMemory());
  }

  @Test
  void noneIsMadeWithoutMemoryOrDiskOrAfterAFailure() throws Exception {
    Map<String, String> user = Map.of("HOME", scratch.toString());
    String poor = "free_memory() { echo 524287; }; make_archives || echo no";
    assertTrue(shell(user, home, poor).contains("less than 512 MiB of memory are free"));
    String full =
        "free_memory() { echo 524288; }; free_disk() { echo 10; }; make_archives || echo no";
    assertTrue(shell(user, home, full).contains("less than 256 MiB are free in " + scratch));
    String failed =
        "free_memory() { echo 524288; }; make_in_scratch() { echo why >\"$scratch/console\"; ended=1; return 1; };"
            + " whom=$$; make_archives; ";
    assertEquals("why", shell(user, home, failed));
    assertEquals("no", shell(user, home, failed + " echo no").lines().reduce((a, b) -> b).get());
    assertTrue(shell(user, home, failed).contains("made none before"), "it is not tried again");
  }

  @Test
  void whatIsMadeReplacesTheArchivesOfOtherJars() throws Exception {
    Map<String, String> user = Map.of("HOME", scratch.toString());
    String make =
        "free_memory() { echo 524288; }; make_in_scratch() { echo h >\"$scratch/host\"; echo c >\"$scratch/cli\"; };"
            + " whom=$$; (make_archives); archive_place; archive_state; ls -A \"$state\" \"$state/$place\"";
    String key = key(home);
    String made = shell(user, home, make);
    assertTrue(made.contains(key + ".jsa") && made.contains(key + "-cli.jsa"), made);
    assertTrue(!made.contains(".make"), made);
    Files.setLastModifiedTime(home.resolve("lib/boot.jar"), FileTime.fromMillis(3_000_000));
    made = shell(user, home, make);
    assertTrue(!made.contains(key), made);
    assertTrue(made.contains(key(home) + ".jsa"), made);
    assertTrue(made.contains(key(home) + "-cli.jsa"), made);
  }

  @Test
  void theArchivesOfAnotherHomeOfTheUserStay() throws Exception {
    Path classes = scratch.resolve("state/innkeeper/classes");
    Path other = Files.createDirectories(classes.resolve("zzz"));
    Files.writeString(other.resolve("home"), scratch.toString());
    Files.writeString(other.resolve("1-2-3.jsa"), "of the other");
    String make =
        "free_memory() { echo 524288; }; make_in_scratch() { echo h >\"$scratch/host\"; echo c >\"$scratch/cli\"; };"
            + " whom=$$; (make_archives); archive_place; ls \"$state/$place\"; echo; ls \"$state/zzz\"";
    String[] made =
        shell(
                Map.of("XDG_STATE_HOME", scratch.resolve("state").toString()),
                home,
                "archive_state; " + make)
            .split("\n\n");
    assertTrue(made[0].contains(key(home) + ".jsa"), made[0]);
    assertEquals("1-2-3.jsa\nhome", made[1]);
  }

  private String freeMemory() throws Exception {
    String places = "proc=" + scratch.resolve("proc") + " groups=" + scratch.resolve("groups");
    return shell(Map.of(), home, places + "; free_memory");
  }

  private String key(Path home) throws Exception {
    return shell(Map.of(), home, "archive_key; echo $key");
  }

  /** What those commands print, out and err together, after lib/archives.sh was read. */
  private String shell(Map<String, String> env, Path home, String commands) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                "set -u; . \"$1\"; home=$2 java=$2/bin/java; " + commands,
                "test",
                SCRIPT.toString(),
                home.toString())
            .redirectErrorStream(true);
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().putAll(env);
    Process shell = builder.start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), "UTF-8");
    shell.waitFor();
    return said.strip();
  }
}
