package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The example as a third party meets it: out of the release, with its own build. */
class ExampleIT {

  @Test
  void theNotifierIsBuiltOutsideAndTellsOfAStart() throws Exception {
    List<String> news = new CopyOnWriteArrayList<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/news",
        exchange -> {
          news.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    try (HostProcess host = HostProcess.running()) {
      Path jar = build(host.scratch());
      String said = host.cli("install", jar.toString()).ok().out();
      assertTrue(said.contains("adds example.notifier 1.0.0"), said);
      assertTrue(said.contains("refreshes no other bundle"), said);
      Files.writeString(
          host.data().resolve("conf/example.notifier.config"),
          "url=\"http://127.0.0.1:" + receiver.getAddress().getPort() + "/news\"\n");
      host.cli("add", "watched", "--", "/bin/sleep", "600").ok();
      HostProcess.await(
          "the start is told",
          () -> {
            host.project("watched", "state");
            if (news.isEmpty()) {
              restart(host);
            }
            return news.contains("{\"channelId\":\"watched\",\"state\":\"RUNNING\"}");
          });
      host.cli("uninstall", "example.notifier").ok();
      assertFalse(host.get("/api/surfaces").body().contains("example.notifier"));
    } finally {
      receiver.stop(0);
    }
  }

  /** The configuration may be read after the first start: then another one is told. */
  private static void restart(HostProcess host) {
    try {
      host.cli("restart", "watched");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Path build(Path scratch) throws IOException, InterruptedException {
    Path project = scratch.resolve("notifier");
    Path console = scratch.resolve("maven");
    run(
        console,
        "cp",
        "-r",
        HostProcess.HOME.resolve("examples/notifier").toString(),
        project.toString());
    assumeTrue(run(console, "mvn", "-v") == 0, "mvn is not on the PATH");
    int status =
        run(
            console,
            "mvn",
            "-o",
            "-B",
            "-ntp",
            "-f",
            project.toString(),
            "package",
            "-Dinnkeeper.home=" + HostProcess.HOME);
    assertEquals(0, status, Files.readString(console));
    return project.resolve("target/example.notifier-1.0.0.jar");
  }

  private static int run(Path console, String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(console.toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // not there
    }
  }
}
