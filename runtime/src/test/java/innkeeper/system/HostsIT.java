package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which host a command means, in a terminal in which nobody has said it. */
class HostsIT {

  private static final List<String> MISTAKES =
      List.of(
          "statsu",
          "log",
          "add",
          "restore",
          "archive",
          "status --bogus",
          "why a b",
          "bundle dev",
          "dial-stdio a",
          "hosts a",
          "doctor x",
          "service install x");

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static Path folder(HostProcess of) {
    return of.memory().resolve("innkeeper/hosts");
  }

  private static Path registration(HostProcess of) throws Exception {
    try (Stream<Path> files = Files.list(folder(of))) {
      return files.findFirst().orElseThrow();
    }
  }

  private static String mended(String said, String before) {
    return said.substring(said.indexOf(before) + before.length()).lines().findFirst().orElseThrow();
  }

  @Test
  void theOneThatRunsIsMeantUntilItEnds() throws Exception {
    try (HostProcess one = HostProcess.running()) {
      one.terminal("add", "web", "--", "/bin/sleep", "600").ok();
      assertTrue(one.terminal("status").ok().out().contains("web"));
      assertTrue(one.terminal("hosts").ok().out().contains(one.data().toString()));
      Map<?, ?> listed = (Map<?, ?>) Json.list(one.terminal("hosts", "--json").ok().out()).get(0);
      assertEquals(one.data().toString(), listed.get("dataDir"));
      String doctor = one.terminal("doctor").out();
      assertTrue(
          doctor.contains("DATA_DIR=" + one.data() + ": the one host of yours that runs"), doctor);
      one.terminal("restart-host").ok();
      assertTrue(one.terminal("status").ok().out().contains("web"), "the next host is registered");
      one.crash();
      assertEquals("[]", one.terminal("hosts", "--json").ok().out().strip());
      try (Stream<Path> left = Files.list(folder(one))) {
        assertEquals(0, left.count(), "what a killed host leaves is cleaned away");
      }
      one.start();
      assertEquals(0, one.stop());
      try (Stream<Path> left = Files.list(folder(one))) {
        assertEquals(0, left.count(), "a clean stop takes its registration away");
      }
      Path settings = Files.createDirectories(one.scratch().resolve(".config"));
      Files.writeString(
          settings.resolve("innkeeper.env"), "# the unit's\nDATA_DIR=\"" + one.data() + "\"\n");
      Programs.Said none = one.terminal("status");
      assertEquals(69, none.status());
      assertTrue(none.out().contains("DATA_DIR=" + one.data() + " (named by "), none.out());
      one.terminal("restore", "latest", "--dry-run").ok();
    }
  }

  @Test
  void noMessageAdvisesToStartASecondHostBesideARunningOne() throws Exception {
    Programs.Said said = host.terminal("--data", host.scratch() + "/no where", "status");
    assertEquals(69, said.status());
    assertFalse(said.out().matches("(?s).* run\\b.*"), said.out());
    host.offered(mended(said.out(), "a host of yours runs: ")).ok();
    assertTrue(host.terminal("status", "--data", host.data().toString()).ok().out().length() > 0);
    try (HostProcess none = new HostProcess()) {
      said = none.terminal("--data", none.scratch() + "/no where", "status");
      String run = mended(said.out(), "start one with: ");
      assertEquals("innkeeper --data '" + none.scratch() + "/no where' run", run);
      none.with("LOG_LEVEL", "loud");
      assertEquals(78, none.offered(run).status(), "it is a command");
    }
  }

  @Test
  void ofSeveralOneMustBeNamed() throws Exception {
    try (HostProcess second = new HostProcess()) {
      second.with("XDG_RUNTIME_DIR", host.memory().toString()).start();
      Programs.Said said = host.terminal("status");
      assertEquals(2, said.status(), said.out());
      List<String> offers = said.out().lines().filter(l -> l.startsWith("  ")).toList();
      assertEquals(2, offers.size(), said.out());
      for (String offer : offers) {
        host.offered(offer).ok();
      }
      host.terminal("help", "add").ok();
      host.terminal("add", "--help").ok();
      host.terminal("version").ok();
      for (String line : List.of("help", "doctor", "completion bash", "status -V", "restore -h")) {
        Programs.Said done = host.terminal(line.split(" "));
        assertFalse(done.out().contains("hosts of yours run; say"), line + done.out());
      }
      for (String line : MISTAKES) {
        Programs.Said wrong = host.terminal(line.split(" "));
        assertEquals(2, wrong.status(), line + wrong.out());
        assertFalse(wrong.out().contains("hosts of yours run"), line + wrong.out());
      }
      for (String line : List.of("restore latest", "archive x.tar", "why web", "shell", "lb")) {
        Programs.Said which = host.terminal(line.split(" "));
        assertEquals(2, which.status(), line + which.out());
        assertTrue(which.out().startsWith("innkeeper: 2 hosts of yours run; "), which.out());
      }
      assertEquals(2, Json.list(host.terminal("hosts", "--json").ok().out()).size());
    }
  }

  @Test
  void theCommandsOfTheStartScriptTakeHelpAndVersionAndDoNothingElse() throws Exception {
    String version = host.terminal("-V").ok().out();
    for (String line : List.of("--host nobody.invalid -V", "--host nobody.invalid restore -V")) {
      assertEquals(version, host.terminal(line.split(" ")).ok().out(), line);
    }
    for (String line :
        List.of(
            "run --project f",
            "run --exit-with",
            "service install",
            "service remove",
            "restore latest",
            "archive x.tar",
            "doctor",
            "hosts",
            "shell",
            "dial-stdio",
            "bundle new",
            "uninstall x --offline",
            "page box")) {
      boolean value = line.endsWith("--exit-with");
      for (String option : List.of("-V", "--version", "-h", "--help")) {
        Programs.Said said = host.terminal((line + " " + option).split(" "));
        assertEquals(value ? 2 : 0, said.status(), line + said.out());
        boolean help = value || option.endsWith("h") || option.endsWith("p");
        String begin = help ? "usage: innkeeper " + line.split(" ")[0] : version;
        assertTrue(said.out().startsWith(begin), line + said.out());
      }
    }
    try (Stream<Path> files = Files.walk(host.scratch())) {
      assertTrue(files.noneMatch(file -> file.endsWith("systemd")), "no unit was written");
    }
  }

  @Test
  void aWordThatIsNoBundleIsNamed() throws Exception {
    for (String line : List.of("headers innkeeper.shel", "felix:headers innkeeper.shel")) {
      Programs.Said said = host.terminal(line.split(" "));
      assertEquals(2, said.status());
      assertEquals(
          "innkeeper: unknown bundle innkeeper.shel; did you mean innkeeper.shell?\n", said.out());
    }
    assertEquals(1, host.terminal("surfaces", "innkeeper.shel").status());
  }

  @Test
  void aDirectoryOfAnotherUserIsSaidToBeAnothers() throws Exception {
    Assumptions.assumeTrue(GroupSocketIT.twoUsers());
    for (String line : List.of("restore latest --dry-run", "archive x.tar")) {
      List<String> command =
          new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
      command.addAll(List.of(HostProcess.HOME + "/bin/innkeeper", "--data", host.data() + ""));
      command.addAll(List.of(line.split(" ")));
      Programs.Said said = Programs.run(Path.of("/"), Map.of("HOME", "/nonexistent"), command);
      assertEquals(1, said.status(), said.out());
      assertTrue(said.out().contains(" belongs to another user, "), said.out());
    }
  }

  @Test
  void whatOthersMayWriteOrALinkIsNoRegistration() throws Exception {
    Path file = registration(host);
    for (Path open : List.of(file, folder(host), folder(host).getParent())) {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(open));
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwx---"));
      assertEquals("[]", host.terminal("hosts", "--json").ok().out().strip(), open.toString());
      assertEquals(69, host.terminal("status").status(), open.toString());
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(mode));
      host.terminal("status").ok();
    }
    Path elsewhere = Files.move(file, host.scratch().resolve("moved"));
    Files.createSymbolicLink(file, elsewhere);
    assertEquals(69, host.terminal("status").status(), "a link");
    Files.delete(file);
    Files.move(elsewhere, file);
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("start=", "start=1"));
    assertEquals("[]", host.terminal("hosts", "--json").ok().out().strip(), "a pid used again");
    assertFalse(Files.exists(file));
    Files.writeString(file, text.replaceFirst("boot=", "boot=1"));
    assertEquals("[]", host.terminal("hosts", "--json").ok().out().strip(), "another boot");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    host.terminal("status").ok();
  }

  /** Root may put into a folder of root's what it likes; who listens is the kernel's word. */
  @Test
  void aHostOfAnotherUserIsNotTakenForOnesOwn() throws Exception {
    Assumptions.assumeTrue(GroupSocketIT.twoUsers());
    try (HostProcess other = new HostProcess()) {
      for (Path place : List.of(other.scratch(), other.memory())) {
        Programs.run(place, Map.of(), List.of("chown", "65534:65534", place.toString())).ok();
      }
      other.under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--").start();
      assertEquals("[]", other.terminal("hosts", "--json").ok().out().strip(), "not root's own");
      other.terminal("--data", other.data().toString(), "health").ok();
      Path theirs = registration(other);
      try (HostProcess victim = new HostProcess()) {
        Path forged = Files.createDirectories(folder(victim)).resolve(theirs.getFileName() + "");
        for (Path folder : List.of(folder(victim), folder(victim).getParent())) {
          Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        Files.writeString(forged, Files.readString(theirs));
        Files.setPosixFilePermissions(forged, PosixFilePermissions.fromString("rw-------"));
        Programs.Said said = victim.terminal("status");
        assertEquals(69, said.status(), said.out());
        assertTrue(said.out().contains("is nobody's; if that is the host you mean: "), said.out());
        victim.offered(mended(said.out(), "the host you mean: ")).ok();
      }
      other.stop();
    }
  }

  @Test
  void aHostOfTheSystemIsRootsAndForAllToSee() throws Exception {
    Assumptions.assumeTrue(GroupSocketIT.twoUsers());
    Programs.need("unshare");
    String script =
        "cd / && mount -t tmpfs none /run || exit 7; env -u XDG_RUNTIME_DIR DATA_DIR=/run/inn ADMIN_PORT=0 \"$0\" run"
            + " >/run/out 2>&1 & host=$!; trap 'kill $host; wait $host' EXIT;"
            + " until grep -q ' ready ' /run/out 2>/dev/null; do sleep 0.1; kill -0 $host || exit 9;"
            + " done; env -u XDG_RUNTIME_DIR -u DATA_DIR \"$0\" health >/dev/null || exit 8;"
            + " setpriv --reuid=65534 --clear-groups env -u XDG_RUNTIME_DIR -u DATA_DIR \"$0\" hosts;"
            + " setpriv --reuid=65534 --clear-groups env -u XDG_RUNTIME_DIR -u DATA_DIR \"$0\" status";
    Programs.Said said =
        Programs.run(
            host.scratch(),
            Map.of("HOME", host.scratch().toString()),
            List.of("unshare", "-m", "sh", "-c", script, HostProcess.HOME + "/bin/innkeeper"));
    boolean own =
        !said.out().contains("Operation not permitted")
            && !said.out().contains("must be superuser");
    if (!own) {
      System.err.println("SKIPPED: this root may have no /run of its own");
    }
    Assumptions.assumeTrue(own);
    assertTrue(said.out().contains("/run/inn (root's: sudo innkeeper"), said.out());
    assertTrue(
        said.out().contains("a host of root's runs: sudo innkeeper --data /run/inn"), said.out());
    assertEquals(69, said.status(), said.out());
  }
}
