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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A second socket, for the members of a group: a closed list of commands. */
class GroupSocketIT {

  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  /** Root's host, and nobody as the member of its group nogroup. */
  static boolean twoUsers() {
    boolean able =
        "root".equals(System.getProperty("user.name"))
            && Files.isExecutable(SETPRIV)
            && reachable(HostProcess.HOME);
    if (!able) {
      System.err.println(
          "SKIPPED: tests of two users need root, setpriv, and a build that others can read");
    }
    return able;
  }

  private static boolean reachable(Path path) {
    try {
      for (Path at = path; at != null; at = at.getParent()) {
        if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(at)).endsWith("x")) {
          return false;
        }
      }
      return true;
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private Path socket;

  private Programs.Said as(int user, int group, Path directory, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(SETPRIV.toString(), "--reuid=" + user, "--regid=" + group, "--clear-groups"));
    command.add(HostProcess.HOME.resolve("bin/innkeeper").toString());
    command.addAll(List.of("--socket", socket.toString()));
    command.addAll(List.of(words));
    return Programs.run(directory, Map.of("HOME", "/nonexistent"), command, 60);
  }

  @Test
  @EnabledIf("twoUsers")
  void membersSeeAndOperateAndNobodyElseDoes() throws Exception {
    Path common = Files.createTempDirectory("innkeeper-group");
    Files.setPosixFilePermissions(common, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path directory = common.resolve("socket");
    socket = directory.resolve("innkeeper.sock");
    try (HostProcess host = new HostProcess()) {
      host.with("SOCKET_GROUP", "nogroup")
          .with("SOCKET_RIGHTS", "operate")
          .with("SOCKET_DIR", directory.toString())
          .start();
      host.cli("add", "web", "--", "sleep", "600").ok();
      assertEquals(
          "rwx--x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
      Programs.Said status = as(65534, 65534, common, "status");
      assertEquals(0, status.status(), status.out());
      assertTrue(status.out().contains("web"), status.out());
      assertEquals(0, as(65534, 65534, common, "stop", "web").status());
      String audit = host.cli("audit", "-n", "5", "--json").ok().out();
      assertTrue(audit.contains("\"program\" : \"nobody\""), audit);
      for (String word :
          List.of("add", "remove", "export", "redact", "lb", "felix:stop", "upgrade", "install")) {
        Programs.Said refused = as(65534, 65534, common, word, "web");
        assertEquals(1, refused.status(), word + refused.out());
        assertTrue(refused.out().contains("does not take \"" + word + "\""), refused.out());
      }
      Programs.Said typed = as(65534, 65534, common, "shell");
      assertFalse(typed.status() == 0, typed.out());
      // Not in the group: the kernel lets nobody to the socket.
      Programs.Said stranger = as(65534, 12345, common, "status");
      assertFalse(stranger.status() == 0, stranger.out());
      assertFalse(stranger.out().contains("web"), stranger.out());
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(directory);
      Files.deleteIfExists(common);
    }
  }
}
