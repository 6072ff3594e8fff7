package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherHostsTest {

  @TempDir Path temp;

  @Test
  void theHostThatHasThePortIsNamedAndNoOther() {
    List<String> lines = List.of("own 11 0 /srv/a", "own 12 0 /srv/b c", "root 13 0 /srv/d");
    assertEquals(Optional.of("/srv/b c"), OtherHosts.whose(lines, "12"::equals));
    assertEquals(Optional.empty(), OtherHosts.whose(lines, "13"::equals));
  }

  @Test
  void aHostThatUsesAnotherPathOfTheDirectoryIsNamedByThatPath() throws Exception {
    Path script = Files.createDirectories(temp.resolve("bin")).resolve("innkeeper");
    Files.writeString(script, "#!/bin/sh\necho own 11 0 /srv/own\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    assertEquals(
        "another host (pid 11) keeps DATA_DIR=/mnt/x, by the path /srv/own; it runs: innkeeper"
            + " --data /srv/own status",
        OtherHosts.keeps(Path.of("/mnt/x"), "11", temp));
    assertEquals(
        "another host (pid 11) keeps DATA_DIR=/srv/own; it runs: innkeeper --data /srv/own status",
        OtherHosts.keeps(Path.of("/srv/own"), "11", temp));
    assertEquals(
        "another host keeps DATA_DIR=/mnt/x; it runs: innkeeper --data /mnt/x status",
        OtherHosts.keeps(Path.of("/mnt/x"), "", temp));
  }

  @Test
  void aPortBelongsToTheProcessThatListens() throws Exception {
    Path script = Files.createDirectories(temp.resolve("bin")).resolve("innkeeper");
    String own = "echo own " + ProcessHandle.current().pid() + " 0 /srv/own";
    Files.writeString(script, "#!/bin/sh\necho own 1 0 /srv/first\n" + own + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = socket.getLocalPort();
      assertEquals(
          "ADMIN_PORT="
              + port
              + " is in use on 127.0.0.1 by a host of yours: innkeeper --data /srv/own status",
          OtherHosts.portInUse(port, temp));
    }
    assertEquals(
        "ADMIN_PORT=" + port + " is in use on 127.0.0.1; free it or choose another (0: no page)",
        OtherHosts.portInUse(port, temp));
  }
}
