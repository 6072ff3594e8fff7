package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** Page and API on a Unix socket, and no TCP at all. */
class AdminSocketIT {

  private static final String HOST = "Host: 127.0.0.1:4560\r\n";

  private Path socket;

  private String ask(String request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
      StringBuilder answer = new StringBuilder();
      ByteBuffer bytes = ByteBuffer.allocate(65536);
      while (channel.read(bytes.clear()) >= 0) {
        answer.append(StandardCharsets.UTF_8.decode(bytes.flip()));
        if (answer.indexOf("event: snapshot") > 0) {
          break; // an endless answer
        }
      }
      return answer.toString();
    }
  }

  private String get(String path, String headers) throws IOException {
    return ask("GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n");
  }

  private String post(String path, String headers) throws IOException {
    return ask(
        "POST "
            + path
            + " HTTP/1.1\r\n"
            + headers
            + "Content-Length: 0\r\nConnection: close\r\n\r\n");
  }

  private static void answered(int status, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
  }

  @Test
  void thePageIsServedOnItsSocketAlone() throws Exception {
    try (HostProcess host = new HostProcess()) {
      socket = host.scratch().resolve("page/admin.sock");
      host.with("ADMIN_PORT", "0").with("ADMIN_SOCKET", socket.toString()).start();
      assertTrue(host.console().contains("ready socket=" + socket), host.console());
      assertFalse(host.console().contains("error"), host.console());
      assertEquals("rw-------", mode(socket));
      assertEquals("rwx------", mode(socket.getParent()));
      assertEquals(0, listening(host.pid()), "TCP sockets that listen");
      answered(200, get("/", HOST));
      answered(200, get("/api/health", HOST));
      assertTrue(get("/api/events", HOST).contains("event: hello"));
      host.cli("add", "web", "--", "sleep", "600").ok();
      answered(200, post("/api/projects/web/stop?wait=20", HOST));
      assertTrue(get("/api/projects/web", HOST).contains("\"state\":\"STOPPED\""));
      // The same gate as on TCP.
      answered(403, get("/api/health", "Host: evil.example\r\n"));
      answered(403, post("/api/projects/web/start", HOST + "Origin: http://evil.example\r\n"));
      // A host that was killed leaves its socket behind.
      host.crash();
      assertTrue(Files.exists(socket));
      host.start();
      answered(200, get("/api/health", HOST));
      assertEquals(0, host.stop());
      assertFalse(Files.exists(socket));
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** Sockets of that process that the kernel lists as listening on TCP. */
  private static long listening(long pid) throws IOException {
    long found = 0;
    for (String table : new String[] {"tcp", "tcp6"}) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        String[] words = line.strip().split("\\s+");
        if (words.length > 9 && words[3].equals("0A") && holds(pid, words[9])) {
          found++;
        }
      }
    }
    return found;
  }

  private static boolean holds(long pid, String inode) throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return descriptors.anyMatch(fd -> target(fd).equals("socket:[" + inode + "]"));
    }
  }

  private static String target(Path fd) {
    try {
      return Files.readSymbolicLink(fd).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
