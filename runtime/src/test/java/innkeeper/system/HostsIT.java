package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which host a command means, in a terminal in which nobody has said it. */
class HostsIT {

  private HostProcess host;

  @BeforeEach
  void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterEach
  void stop() throws Exception {
    host.close();
  }

  private Path folder() {
    return host.memory().resolve("innkeeper/hosts");
  }

  private Path registration() throws Exception {
    try (Stream<Path> files = Files.list(folder())) {
      return files.findFirst().orElseThrow();
    }
  }

  private static String mended(String said, String before) {
    return said.substring(said.indexOf(before) + before.length()).lines().findFirst().orElseThrow();
  }

  @Test
  void theOneThatRunsIsMeantUntilItEnds() throws Exception {
    host.terminal("add", "web", "--", "/bin/sleep", "600").ok();
    assertTrue(host.terminal("status").ok().out().contains("web"));
    assertTrue(host.terminal("hosts").ok().out().contains(host.data().toString()));
    Map<?, ?> one = (Map<?, ?>) Json.list(host.terminal("hosts", "--json").ok().out()).get(0);
    assertEquals(host.data().toString(), one.get("dataDir"));
    String doctor = host.terminal("doctor").out();
    assertTrue(
        doctor.contains("DATA_DIR=" + host.data() + ": the one host of yours that runs"), doctor);
    host.terminal("restart-host").ok();
    assertTrue(host.terminal("status").ok().out().contains("web"), "the next host is registered");
    host.crash();
    assertEquals("[]", host.terminal("hosts", "--json").ok().out().strip());
    try (Stream<Path> left = Files.list(folder())) {
      assertEquals(0, left.count(), "what a killed host leaves is cleaned away");
    }
    host.start();
    assertEquals(0, host.stop());
    try (Stream<Path> left = Files.list(folder())) {
      assertEquals(0, left.count(), "a clean stop takes its registration away");
    }
    Path settings = Files.createDirectories(host.scratch().resolve(".config"));
    Files.writeString(
        settings.resolve("innkeeper.env"), "# the unit's\nDATA_DIR=\"" + host.data() + "\"\n");
    Programs.Said none = host.terminal("status");
    assertEquals(69, none.status());
    assertTrue(none.out().contains("DATA_DIR=" + host.data() + " (named by "), none.out());
    host.terminal("restore", "latest", "--dry-run").ok();
  }

  @Test
  void noMessageAdvisesToStartASecondHostBesideARunningOne() throws Exception {
    Programs.Said said = host.terminal("--data", host.scratch() + "/no where", "status");
    assertEquals(69, said.status());
    assertFalse(said.out().matches("(?s).* run\\b.*"), said.out());
    host.offered(mended(said.out(), "a host of yours runs: ")).ok();
    assertTrue(host.terminal("status", "--data", host.data().toString()).ok().out().length() > 0);
    assertEquals(0, host.stop());
    said = host.terminal("--data", host.scratch() + "/no where", "status");
    String run = mended(said.out(), "start one with: ");
    assertEquals("innkeeper --data '" + host.scratch() + "/no where' run", run);
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
      host.terminal("version").ok();
      assertEquals(2, Json.list(host.terminal("hosts", "--json").ok().out()).size());
    }
  }

  @Test
  void whatOthersMayWriteOrALinkIsNoRegistration() throws Exception {
    Path file = registration();
    for (Path open : List.of(file, folder(), folder().getParent())) {
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
  }

  /** Root may put into a folder of root's what it likes; who listens is the kernel's word. */
  @Test
  void aHostOfAnotherUserIsNotTakenForOnesOwn() throws Exception {
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    Programs.need("setpriv");
    if (!root) {
      System.err.println("SKIPPED: only root can run a host as another user");
    }
    Assumptions.assumeTrue(root, "SKIPPED: only root can run a host as another user");
    try (HostProcess other = new HostProcess()) {
      for (Path place : List.of(other.scratch(), other.memory())) {
        Programs.run(place, Map.of(), List.of("chown", "65534:65534", place.toString())).ok();
      }
      other.under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--").start();
      assertEquals("[]", other.terminal("hosts", "--json").ok().out().strip(), "not root's own");
      other.terminal("--data", other.data().toString(), "health").ok();
      assertEquals(0, host.stop());
      Path theirs;
      try (Stream<Path> files = Files.list(other.memory().resolve("innkeeper/hosts"))) {
        theirs = files.findFirst().orElseThrow();
      }
      Path forged = folder().resolve(theirs.getFileName().toString());
      Files.writeString(forged, Files.readString(theirs));
      Files.setPosixFilePermissions(forged, PosixFilePermissions.fromString("rw-------"));
      Programs.Said said = host.terminal("status");
      assertEquals(69, said.status(), said.out());
      assertTrue(said.out().contains("is nobody's; if that is the host you mean: "), said.out());
      host.offered(mended(said.out(), "the host you mean: ")).ok();
      other.stop();
    }
  }

  @Test
  void aHostOfTheSystemIsRootsAndForAllToSee() throws Exception {
    Programs.need("unshare");
    String script =
        "mount -t tmpfs none /run || exit 7; env -u XDG_RUNTIME_DIR DATA_DIR=/run/inn ADMIN_PORT=0 \"$0\" run"
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
    if (said.out().contains("Operation not permitted")
        || said.out().contains("must be superuser")) {
      System.err.println("SKIPPED: only root can have a /run of its own");
    }
    Assumptions.assumeFalse(
        said.out().contains("Operation not permitted") || said.out().contains("must be superuser"),
        "SKIPPED: only root can have a /run of its own");
    assertTrue(said.out().contains("/run/inn (root's: sudo innkeeper"), said.out());
    assertTrue(
        said.out().contains("a host of root's runs: sudo innkeeper --data /run/inn"), said.out());
    assertEquals(69, said.status(), said.out());
  }
}
