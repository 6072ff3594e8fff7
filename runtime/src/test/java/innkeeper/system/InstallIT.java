package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class InstallIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Test
  void aBundleOfTheUsersOwnComesAndGoes() throws Exception {
    Path jar = jar("guest.bundle", "1.2.3", Map.of());
    host.cli("install", jar.toString()).ok();
    assertEquals("active", surface("guest.bundle", "1.2.3").get("state"));
    assertEquals("user", surface("guest.bundle", "1.2.3").get("origin"));
    assertTrue(Files.exists(host.data().resolve("plugins/guest.bundle-1.2.3.jar")));
    host.cli("uninstall", "guest.bundle").ok();
    HostProcess.await("it is gone", () -> !surfaces().contains("guest.bundle"));
    assertTrue(host.get("/api/audit?limit=1000").body().contains("surface.install"));
  }

  @Test
  void afterOneUninstallNoVersionIsLeft() throws Exception {
    Path older = Files.move(jar("twice", "1.0.0", Map.of()), host.scratch().resolve("older.jar"));
    Path newer = Files.move(jar("twice", "2.0.0", Map.of()), host.scratch().resolve("newer.jar"));
    for (List<Path> order : List.of(List.of(older, newer), List.of(newer, older))) {
      for (int round = 0; round < 3; round++) {
        for (Path jar : order) {
          host.cli("install", jar.toString()).ok();
        }
        goneAfterOneUninstall("twice");
      }
      for (Path jar : order) {
        host.cli("install", jar.toString()).ok();
      }
      host.crash();
      host.start();
      goneAfterOneUninstall("twice");
    }
  }

  private static void goneAfterOneUninstall(String name) throws Exception {
    String said = host.cli("uninstall", name).ok().out();
    assertTrue(said.startsWith("uninstalled " + name + " "), said);
    assertFalse(surfaces().contains(name), InstallIT::surfaces);
    HostProcess.Said again = host.cli("uninstall", name);
    assertEquals(1, again.status());
    assertTrue(again.err().contains(name + " was not installed by the user"), again::err);
    try (Stream<Path> files = Files.walk(host.data().resolve("plugins"))) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(name)));
    }
  }

  @Test
  void aBundleThatCannotServeIsTakenOutAgainAndTheMessageNamesWhatIsMissing() throws Exception {
    Path jar =
        jar("lonely.bundle", "1.0.0", Map.of("Import-Package", "no.such.thing;version=\"[1,2)\""));
    HostProcess.Said said = host.cli("install", jar.toString());
    assertEquals(1, said.status());
    assertTrue(said.err().contains("no.such.thing"), said::err);
    assertFalse(Files.exists(host.data().resolve("plugins/lonely.bundle-1.0.0.jar")));
    HostProcess.await("it is gone", () -> !surfaces().contains("lonely.bundle"));
  }

  @Test
  void aBundleIsInstalledFromAUrlWithItsDigestOnly() throws Exception {
    byte[] jar = Files.readAllBytes(jar("far.bundle", "1.0.0", Map.of()));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/far.jar",
        exchange -> {
          exchange.sendResponseHeaders(200, jar.length);
          exchange.getResponseBody().write(jar);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/far.jar";
      HostProcess.Said other = host.cli("install", url, "--sha256", "0".repeat(64));
      assertEquals(1, other.status());
      assertTrue(other.err().contains("nothing was installed"), other::err);
      assertFalse(surfaces().contains("far.bundle"));
      String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
      String said = host.cli("install", url, "--sha256", digest).ok().out();
      assertTrue(said.contains("far.bundle 1.0.0 active"), said);
      try (Stream<Path> left = Files.list(host.data().resolve("run"))) {
        assertTrue(left.noneMatch(file -> file.getFileName().toString().startsWith("download")));
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whatIsNoBundleIsRefused() throws Exception {
    Path text = Files.writeString(host.scratch().resolve("no.jar"), "no jar at all");
    HostProcess.Said said = host.cli("install", text.toString());
    assertEquals(1, said.status());
    assertTrue(said.err().contains("no.jar"), said::err);
  }

  @Test
  void aRefusedUninstallIsInTheAuditRecord() throws Exception {
    assertEquals(1, host.cli("uninstall", "no.such.bundle").status());
    String audit = host.cli("audit").ok().out();
    assertTrue(
        audit
            .lines()
            .anyMatch(
                line ->
                    line.contains("surface.uninstall")
                        && line.contains("refused")
                        && line.contains("no.such.bundle was not installed by the user")),
        audit);
  }

  @Test
  void aSurfaceIsReplacedWhileItsServersRunAndComesBackWhenTheNewOneGoes() throws Exception {
    host.cli("add", "steady", "--", "/bin/sleep", "600").ok();
    host.awaitState("steady", "RUNNING");
    String pid = host.project("steady", "pid");
    host.cli("install", newer("innkeeper.supervisor").toString()).ok();
    assertEquals("active", surface("innkeeper.supervisor", "0.9.1").get("state"));
    assertTrue(
        String.valueOf(surface("innkeeper.supervisor", HostProcess.BUNDLE_VERSION).get("why"))
            .contains("0.9.1"));
    host.awaitState("steady", "RUNNING");
    assertEquals(pid, host.project("steady", "pid"));
    String release = "release version " + HostProcess.BUNDLE_VERSION + " is active again";
    assertEquals(
        "uninstalled innkeeper.supervisor 0.9.1; " + release,
        host.cli("uninstall", "innkeeper.supervisor").ok().out().strip());
    assertEquals(
        "active", surface("innkeeper.supervisor", HostProcess.BUNDLE_VERSION).get("state"));
    host.awaitState("steady", "RUNNING");
    assertEquals(pid, host.project("steady", "pid"));
  }

  @Test
  void aJarDroppedIntoThePluginsFolderIsPickedUp() throws Exception {
    Path jar = jar("dropped.bundle", "1.0.0", Map.of());
    Path aside = host.data().resolve("plugins/.dropped");
    Files.copy(jar, aside);
    Files.move(aside, host.data().resolve("plugins/dropped.jar"), StandardCopyOption.ATOMIC_MOVE);
    HostProcess.await("it serves", () -> surfaces().contains("dropped.bundle"));
    Files.delete(host.data().resolve("plugins/dropped.jar"));
    HostProcess.await("it is gone", () -> !surfaces().contains("dropped.bundle"));
  }

  private static String surfaces() {
    try {
      return host.get("/api/surfaces").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Map<?, ?> surface(String name, String version) {
    for (Object one : Json.list(surfaces())) {
      Map<?, ?> surface = (Map<?, ?>) one;
      if (name.equals(surface.get("name")) && version.equals(surface.get("version"))) {
        return surface;
      }
    }
    throw new AssertionError(name + " " + version + " is not listed: " + surfaces());
  }

  private static Path jar(String name, String version, Map<String, String> more)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", name);
    main.putValue("Bundle-Version", version);
    more.forEach(main::putValue);
    Path jar = host.scratch().resolve(name + ".jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  /** The release's own bundle under a higher version. */
  private static Path newer(String name) throws IOException {
    Path jar = host.scratch().resolve(name + "-newer.jar");
    try (JarFile old =
            new JarFile(
                HostProcess.HOME
                    .resolve("surfaces/" + name + "-" + HostProcess.VERSION + ".jar")
                    .toFile());
        OutputStream out = Files.newOutputStream(jar)) {
      Manifest manifest = new Manifest(old.getManifest());
      manifest.getMainAttributes().putValue("Bundle-Version", "0.9.1");
      try (JarOutputStream copy = new JarOutputStream(out, manifest)) {
        for (JarEntry entry : (Iterable<JarEntry>) old.stream()::iterator) {
          if (!entry.getName().startsWith("META-INF/")) {
            copy.putNextEntry(new JarEntry(entry.getName()));
            old.getInputStream(entry).transferTo(copy);
          }
        }
      }
    }
    return jar;
  }
}
