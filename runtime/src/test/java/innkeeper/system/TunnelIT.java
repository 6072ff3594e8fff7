package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page from afar: through a real SSH tunnel whose local end is another port. */
class TunnelIT {

  /** A tunnel to a TCP port or a Unix socket of the host. */
  private static final class Tunnel implements AutoCloseable {

    private final int port = HostProcess.freePort();
    private final Sshd sshd;
    private final Process client;

    Tunnel(HostProcess host) throws Exception {
      this(host, "127.0.0.1:" + host.port());
    }

    Tunnel(HostProcess host, String target) throws Exception {
      sshd = new Sshd(host.scratch().resolve("ssh")).box("box", host);
      client =
          new ProcessBuilder(
                  "env", "PATH=" + sshd.path(), "ssh", "-N", "-L", port + ":" + target, "box")
              .inheritIO()
              .start();
      HostProcess.await("the tunnel stands", this::open);
    }

    private boolean open() {
      if (!client.isAlive()) {
        throw new AssertionError("ssh ended with " + client.exitValue());
      }
      try {
        new java.net.Socket("127.0.0.1", port).close();
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    @Override
    public void close() {
      client.destroy();
      client.onExit().orTimeout(10, TimeUnit.SECONDS).join();
      sshd.close();
    }
  }

  @Test
  @EnabledIf("innkeeper.system.Sshd#installed")
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
  @EnabledIf("innkeeper.system.Sshd#installed")
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
  @EnabledIf("innkeeper.system.Sshd#installed")
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
