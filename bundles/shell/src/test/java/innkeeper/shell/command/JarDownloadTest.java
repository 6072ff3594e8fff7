package innkeeper.shell.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import innkeeper.shell.cli.CommandRefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarDownloadTest {

  private static final byte[] JAR = "not really a jar".getBytes();
  private static final String OTHER = "0".repeat(64);

  @TempDir private Path dir;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/a.jar", exchange -> answer(exchange, JAR));
    server.createContext("/large.jar", JarDownloadTest::endless);
    server.createContext("/near", exchange -> redirect(exchange, "/a.jar"));
    server.createContext("/far", exchange -> redirect(exchange, "http://192.0.2.1/a.jar?t=secret"));
    server.createContext("/round", exchange -> redirect(exchange, "/round"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void answer(HttpExchange exchange, byte[] bytes) throws IOException {
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().add("Location", to);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  /** Says no length, and sends more than is taken. */
  private static void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] piece = new byte[1 << 20];
    Arrays.fill(piece, (byte) 'x');
    try (OutputStream out = exchange.getResponseBody()) {
      for (long sent = 0; sent <= JarDownload.MOST_BYTES + piece.length; sent += piece.length) {
        out.write(piece);
      }
    } catch (IOException enough) {
      exchange.close();
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private static String digest() throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(JAR));
  }

  @Test
  void aJarOfThisMachineIsFetchedAndRemovedAfterwards() throws Exception {
    try (JarDownload download = JarDownload.of(url("/a.jar"), "", dir)) {
      assertArrayEquals(JAR, Files.readAllBytes(download.jar()));
      assertEquals(digest(), download.sha256());
      assertEquals(JAR.length, download.bytes());
    }
    assertNothingIsLeft();
  }

  @Test
  void aRedirectIsFollowedWithinTheSameRules() throws Exception {
    JarDownload.of(url("/near"), digest().toUpperCase(java.util.Locale.ROOT), dir).close();
    String why = refused(url("/far"), "");
    assertTrue(why.contains("192.0.2.1") && why.contains("--sha256"), why);
    assertFalse(why.contains("secret"), why);
    assertTrue(refused(url("/round"), "").contains("more than 5 times"));
  }

  @Test
  void anotherDigestIsRefusedAndNamed() throws Exception {
    String why = refused(url("/a.jar"), OTHER);
    assertTrue(why.contains(digest()) && why.contains("nothing was installed"), why);
  }

  @Test
  void aJarWithoutEndIsCutOff() throws Exception {
    assertTrue(refused(url("/large.jar"), "").contains("more than 67108864 bytes"));
  }

  @Test
  void aMissingFileIsReportedWithItsStatus() throws Exception {
    assertTrue(refused(url("/none.jar"), "").contains("answers 404"));
  }

  @Test
  void httpFromAnotherMachineIsNotRequestedWithoutADigest() throws Exception {
    String why = refused("http://192.0.2.1/a.jar", "");
    assertTrue(why.contains("allowed: https, or http with --sha256"), why);
  }

  @Test
  void aPasswordInAUrlIsRefusedAndNotRepeated() throws Exception {
    String why = refused("https://me:hunter2@example.org/a.jar", "");
    assertFalse(why.contains("hunter2"), why);
  }

  @Test
  void noOtherSchemeIsFetched() throws Exception {
    assertTrue(JarDownload.isUrl("ftp://host/a.jar"));
    assertTrue(refused("ftp://host/a.jar", OTHER).contains("allowed: https"));
    assertTrue(refused("file:///etc/passwd", OTHER).contains("allowed: https"));
    assertFalse(JarDownload.isUrl("plugins/a.jar"));
  }

  private String refused(String url, String sha256) throws IOException {
    String why =
        assertThrows(CommandRefusedException.class, () -> JarDownload.of(url, sha256, dir))
            .getMessage();
    assertNothingIsLeft();
    return why;
  }

  private void assertNothingIsLeft() throws IOException {
    try (var files = Files.list(dir)) {
      assertEquals(0, files.count());
    }
  }
}
