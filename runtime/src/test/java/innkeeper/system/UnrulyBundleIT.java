package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bundles that behave badly: the host stays, the servers run on, and health says who it was. */
class UnrulyBundleIT {

  private static HostProcess host;
  private static String server;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "steady", "--", "/bin/sleep", "600").ok();
    host.awaitState("steady", "RUNNING");
    server = host.project("steady", "pid");
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Test
  void oneThatHangsInItsStartIsTakenOutAndNobodyWaits() throws Exception {
    HostProcess.Said said =
        host.cli("install", jar("hangs", "1.0.0", "Thread.sleep(1L << 40);", "").toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("hangs in start, at unruly.hangs.Main.start"), said.err());
    assertTrue(said.err().contains("taken out again"), said.err());
    host.cli("install", jar("after", "1.0.0", "", "").toString()).ok();
    well();
  }

  @Test
  void oneThatThrowsIsTakenOutAndTheOldOneServesAgain() throws Exception {
    host.cli("install", jar("raises", "1.0.0", "", "").toString()).ok();
    HostProcess.Said said =
        host.cli(
            "install",
            jar("raises", "1.1.0", "if (true) throw new Exception(\"no luck\");", "").toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("no luck"), said.err());
    assertTrue(said.err().contains("1.0.0 serves again"), said.err());
    well();
  }

  @Test
  void oneDroppedByHandThatFailsGivesWayAndHealthAndRecordSayWhy() throws Exception {
    drop(jar("dropped", "1.0.0", "", ""), "dropped.jar");
    HostProcess.await("it serves", () -> body("/api/surfaces").contains("unruly.dropped"));
    HostProcess.await(
        "it is recorded", () -> body("/api/audit?limit=1000").contains("dropped 1.0.0"));
    drop(jar("dropped", "2.0.0", "if (true) throw new Exception(\"bad day\");", ""), "dropped.jar");
    HostProcess.await("health says why", () -> body("/api/health").contains("bad day"));
    HostProcess.await("the record too", () -> body("/api/audit?limit=1000").contains("bad day"));
    HostProcess.await(
        "the old one serves",
        () ->
            Json.list(body("/api/surfaces"))
                .toString()
                .contains("unruly.dropped, version=1.0.0, state=active"));
    Path whole = jar("dropped", "3.0.0", "", "");
    byte[] bytes = Files.readAllBytes(whole);
    Path target = host.data().resolve("plugins/dropped.jar");
    Files.write(target, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    HostProcess.await("half a copy is named", () -> body("/api/health").contains("no whole jar"));
    assertTrue(body("/api/surfaces").contains("unruly.dropped"), "and not acted upon");
    Files.write(target, bytes);
    HostProcess.await("the whole one serves", () -> body("/api/surfaces").contains("3.0.0"));
    HostProcess.await("health is content", () -> !body("/api/health").contains("no whole jar"));
    well();
  }

  @Test
  void oneThatHogsACoreIsNamed() throws Exception {
    Path jar =
        jar(
            "hogs",
            "1.0.0",
            "spin = new Thread(() -> { while (on) { } }, \"hog\"); spin.start();",
            "on = false;");
    host.cli("install", jar.toString()).ok();
    HostProcess.await(
        "health names it",
        () -> body("/api/health").contains("thread hog never rests, in unruly.hogs"));
    host.cli("uninstall", "unruly.hogs").ok();
    well();
  }

  @Test
  void oneThatHangsInItsStopHoldsUpNobodyElse() throws Exception {
    host.cli(
            "install",
            jar(
                    "deaf",
                    "1.0.0",
                    "",
                    "for (;;) try { Thread.sleep(1000); } catch (InterruptedException e) { }")
                .toString())
        .ok();
    host.cli("uninstall", "unruly.deaf").ok();
    assertTrue(body("/api/health").contains("unruly.deaf hangs in uninstall"));
    host.cli("install", jar("next", "1.0.0", "", "").toString()).ok();
    host.cli("restart-host").ok();
    assertTrue(!body("/api/health").contains("unruly.deaf hangs"));
    well();
  }

  @Test
  void oneThatEatsTheMemoryIsTakenOut() throws Exception {
    HostProcess.Said said =
        host.cli(
            "install",
            jar(
                    "eats",
                    "1.0.0",
                    "java.util.List<Object> all = new java.util.ArrayList<>(); for (;;) all.add(new byte[1 << 20]);",
                    "")
                .toString());
    assertEquals(1, said.status(), said.out());
    well();
  }

  @Test
  void oneThatEndsTheProcessEndsOnlyItself() throws Exception {
    long pid = host.pid();
    int readied = readied();
    host.cli("install", jar("exits", "1.0.0", "System.exit(3);", "").toString());
    HostProcess.await("the next host is ready", () -> readied() > readied);
    assertEquals(pid, host.pid());
    assertTrue(host.process().isAlive());
    assertTrue(Files.exists(host.data().resolve("plugins/unruly.exits-1.0.0.jar.failed")));
    well();
  }

  private static int readied() {
    return host.console().split(" ready http", -1).length;
  }

  private static void well() throws Exception {
    assertEquals(200, host.get("/api/health").statusCode());
    assertEquals(server, host.project("steady", "pid"));
    host.cli("status").ok();
  }

  private static String body(String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      return ""; // between two hosts
    }
  }

  private static void drop(Path jar, String name) throws IOException {
    Path aside = host.data().resolve("plugins/.aside");
    Files.copy(jar, aside, StandardCopyOption.REPLACE_EXISTING);
    Files.move(aside, host.data().resolve("plugins/" + name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** A bundle with an activator of its own, made of these statements. */
  private static Path jar(String name, String version, String start, String stop)
      throws IOException {
    Path tree = Files.createTempDirectory(host.scratch(), name);
    Path source = Files.createDirectories(tree.resolve("unruly/" + name)).resolve("Main.java");
    Files.writeString(
        source,
        "package unruly."
            + name
            + ";"
            + "public class Main implements org.osgi.framework.BundleActivator {"
            + "Thread spin; volatile boolean on = true;"
            + "public void start(org.osgi.framework.BundleContext c) throws Exception {"
            + start
            + "}"
            + "public void stop(org.osgi.framework.BundleContext c) {"
            + stop
            + "}}");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "--release",
                "17",
                "-cp",
                HostProcess.HOME.resolve("lib/felix.jar").toString(),
                source.toString());
    assertEquals(0, status);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "unruly." + name);
    main.putValue("Bundle-Version", version);
    main.putValue("Bundle-Activator", "unruly." + name + ".Main");
    main.putValue("Import-Package", "org.osgi.framework");
    Path jar = tree.resolve(name + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out, manifest)) {
      try (var classes = Files.list(source.getParent())) {
        for (Path file :
            (Iterable<Path>) classes.filter(f -> f.toString().endsWith(".class"))::iterator) {
          zip.putNextEntry(new JarEntry("unruly/" + name + "/" + file.getFileName()));
          Files.copy(file, zip);
        }
      }
    }
    return jar;
  }
}
