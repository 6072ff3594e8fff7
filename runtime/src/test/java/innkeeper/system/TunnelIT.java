package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page from afar: through a real SSH tunnel whose local end is another port. */
class TunnelIT {

  private static final Path SSHD = Path.of("/usr/sbin/sshd");
  private static final Path SSH = Path.of("/usr/bin/ssh");

  static boolean installed() {
    boolean there = Files.isExecutable(SSHD) && Files.isExecutable(SSH);
    if (!there) {
      System.err.println(
          "SKIPPED: the tunnel test needs sshd and ssh (apt install openssh-server openssh-client)");
    }
    return there;
  }

  /** An sshd of our own on a high port, with a key of our own, and a tunnel through it. */
  private static final class Tunnel implements AutoCloseable {

    private final int port = HostProcess.freePort();
    private final Process daemon;
    private final Process client;

    /** To the host's TCP port. */
    Tunnel(HostProcess host) throws Exception {
      this(host, "127.0.0.1:" + host.port());
    }

    /** To a port or a Unix socket. */
    Tunnel(HostProcess host, String target) throws Exception {
      Path folder = Files.createDirectory(host.scratch().resolve("ssh"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      key(folder.resolve("host"));
      key(folder.resolve("user"));
      Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
      int sshPort = HostProcess.freePort();
      Files.writeString(
          folder.resolve("config"),
          String.join(
              "\n",
              "ListenAddress 127.0.0.1",
              "Port " + sshPort,
              "HostKey " + folder.resolve("host"),
              "AuthorizedKeysFile " + folder.resolve("authorized"),
              "PidFile none",
              "StrictModes no",
              "UsePAM no",
              "PasswordAuthentication no",
              "PermitRootLogin prohibit-password",
              ""));
      if (Files.isWritable(Path.of("/run"))) {
        Files.createDirectories(Path.of("/run/sshd")); // Debian's sshd wants it, empty
      }
      daemon =
          start(folder, SSHD.toString(), "-D", "-e", "-f", folder.resolve("config").toString());
      client =
          start(
              folder,
              SSH.toString(),
              "-N",
              "-F",
              "none",
              "-i",
              folder.resolve("user").toString(),
              "-o",
              "StrictHostKeyChecking=no",
              "-o",
              "UserKnownHostsFile=/dev/null",
              "-o",
              "IdentitiesOnly=yes",
              "-o",
              "BatchMode=yes",
              "-o",
              "ConnectionAttempts=20",
              "-o",
              "ExitOnForwardFailure=yes",
              "-L",
              port + ":" + target,
              "-p",
              String.valueOf(sshPort),
              System.getProperty("user.name") + "@127.0.0.1");
      HostProcess.await("the tunnel stands", () -> open(folder));
    }

    private boolean open(Path folder) {
      if (!daemon.isAlive() || !client.isAlive()) {
        try {
          throw new AssertionError("ssh ended:\n" + Files.readString(folder.resolve("said")));
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
      try {
        new java.net.Socket("127.0.0.1", port).close();
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    private static void key(Path file) throws Exception {
      new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
          .start()
          .waitFor();
    }

    private static Process start(Path folder, String... command) throws IOException {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("said").toFile()))
          .start();
    }

    @Override
    public void close() {
      for (Process one : List.of(client, daemon)) {
        one.descendants().forEach(ProcessHandle::destroy);
        one.destroy();
        one.onExit().orTimeout(10, TimeUnit.SECONDS).join();
      }
    }
  }

  @Test
  @EnabledIf("installed")
  void actionsAndApiWorkThroughATunnelAtAnotherPort() throws Exception {
    try (HostProcess host = HostProcess.running();
        Tunnel tunnel = new Tunnel(host)) {
      new Feed(host, "web");
      String url = "http://127.0.0.1:" + tunnel.port;
      assertEquals(200, send(url, "GET", "/").statusCode());
      assertEquals(
          200, send(url.replace("127.0.0.1", "localhost"), "GET", "/metrics").statusCode());
      assertEquals(
          200,
          send(
                  url,
                  "POST",
                  "/api/projects/web/stop?wait=10",
                  "Origin",
                  url,
                  "Sec-Fetch-Site",
                  "same-origin")
              .statusCode());
      assertEquals("STOPPED", host.project("web", "state"));
      String other = "http://127.0.0.1:" + host.port();
      assertEquals(403, send(url, "POST", "/api/projects/web/start", "Origin", other).statusCode());
    }
  }

  @Test
  @EnabledIf("installed")
  void aTunnelReachesTheSocketOfThePage() throws Exception {
    try (HostProcess host = new HostProcess()) {
      String socket = host.scratch().resolve("page/admin.sock").toString();
      host.with("ADMIN_PORT", "0").with("ADMIN_SOCKET", socket).start();
      try (Tunnel tunnel = new Tunnel(host, socket)) {
        String url = "http://127.0.0.1:" + tunnel.port;
        assertEquals(200, send(url, "GET", "/").statusCode());
        assertEquals(404, send(url, "POST", "/api/projects/none/stop", "Origin", url).statusCode());
      }
    }
  }

  @Test
  @EnabledIf("installed")
  @ExtendWith(Chromium.class)
  void thePageLivesThroughATunnelAtAnotherPort(Browser browser) throws Exception {
    try (HostProcess host = HostProcess.running();
        Tunnel tunnel = new Tunnel(host);
        Tab tab = Tab.at(browser, "http://127.0.0.1:" + tunnel.port + "/")) {
      Feed web = new Feed(host, "web");
      tab.open("#p=web");
      web.say("through the tunnel");
      tab.see(".line:has-text('through the tunnel')");
      tab.press("s");
      tab.see(".act.stop.armed");
      tab.press("Enter");
      tab.see(".toast:has-text('web is stopped')");
      assertEquals("STOPPED", host.project("web", "state"));
      tab.clean();
    }
  }

  private static HttpResponse<String> send(
      String url, String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
