package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bundles that behave badly: the host stays, the servers run on, and health says who it was. */
class UnrulyBundleIT {

  /** Where a socket of Java's that names no address listens; 0.0.0.0 on a machine without IPv6. */
  private static final String ANY =
      Files.exists(Path.of("/proc/net/if_inet6")) ? "[::]" : "0.0.0.0";

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

  @Tag("nightly")
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
        bundle("hogs")
            .members("volatile boolean on = true;")
            .start("new Thread(() -> { while (on) { } }, \"hog\").start();")
            .stop("on = false;")
            .jar(host.scratch());
    host.cli("install", jar.toString()).ok();
    HostProcess.await(
        "health names it",
        () -> body("/api/health").contains("thread hog never rests, in unruly.hogs"));
    host.cli("uninstall", "unruly.hogs").ok();
    well();
  }

  @Tag("nightly")
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

  @Test
  void oneThatListensBeyondLoopbackIsUndoneAndItsSocketsAreClosed() throws Exception {
    int port = HostProcess.freePort();
    String tcp =
        "ServerSocket s = new ServerSocket(PORT); new Thread(() -> { try { for (;;) s.accept(); }"
            + " catch (IOException e) { } }).start();";
    String udp = "keep = new DatagramSocket(PORT);";
    for (String start : new String[] {tcp, udp}) {
      Path jar = bundle("listens").start(start.replace("PORT", "" + port)).jar(host.scratch());
      HostProcess.Said said = host.cli("install", jar.toString());
      assertEquals(1, said.status(), said.out());
      assertTrue(
          said.err().contains("it listens on " + (start == tcp ? "TCP " : "UDP ") + ANY + ":"),
          said.err());
      assertTrue(said.err().contains("plugins/unruly.listens-1.0.0.jar was taken out"), said.err());
      assertTrue(isFree(port), said.err());
      drop(jar, "listens.jar");
      Path failed = host.data().resolve("plugins/listens.jar.failed");
      HostProcess.await("it is set aside", () -> Files.exists(failed));
      HostProcess.await(
          "health says why", () -> check("surfaces:jars", "output").contains(" " + ANY));
      HostProcess.await("it is closed", () -> isFree(port));
      repair("surfaces:jars");
      assertFalse(Files.exists(failed));
    }
    well();
  }

  @Test
  void oneThatListensLaterMakesHealthFailAndIsNamedAndTheRepairClosesTheSocket() throws Exception {
    int port = HostProcess.freePort();
    Path go = host.scratch().resolve("go");
    String start =
        "new Thread(() -> { try { while (!new File(\"GO\").exists()) Thread.sleep(10);"
            + " ServerSocket s = new ServerSocket(PORT); for (;;) s.accept(); }"
            + " catch (Exception e) { } }, \"late\").start();";
    Path jar =
        bundle("later")
            .start(start.replace("GO", go.toString()).replace("PORT", "" + port))
            .jar(host.scratch());
    host.cli("install", jar.toString()).ok();
    Files.createFile(go);
    HostProcess.await("health fails", () -> check("admin:bind", "status").equals("fail"));
    String why = check("admin:bind", "output");
    assertTrue(why.contains("TCP " + ANY + ":" + port), why);
    assertTrue(why.contains("unruly.later 1.0.0 (plugins/unruly.later-1.0.0.jar)"), why);
    repair("admin:bind");
    assertTrue(isFree(port));
    well();
  }

  @Test
  void oneThatStopsTheHostsOwnBundlesIsUndoneAndTheyServeAgain() throws Exception {
    String start =
        "for (Bundle b : c.getBundles())"
            + " if (b.getSymbolicName().matches(\"innkeeper.(shell|store|admin)\")) b.stop();";
    drop(bundle("stops").start(start).jar(host.scratch()), "stops.jar");
    HostProcess.await(
        "it is set aside", () -> Files.exists(host.data().resolve("plugins/stops.jar.failed")));
    HostProcess.await(
        "the record says what it stopped",
        () -> body("/api/audit?limit=1000").contains("stops.jar: unruly.stops 1.0.0: it stopped"));
    repair("surfaces:jars");
    well();
  }

  @Tag("nightly")
  @Test
  void oneThatHaltsTheHostIsSetAsideAfterItsSecondDeath() throws Exception {
    Path jar = bundle("halts").start("Runtime.getRuntime().halt(3);").jar(host.scratch());
    host.cli("install", jar.toString());
    assertEquals(3, host.waitFor());
    host.launch();
    assertEquals(3, host.waitFor());
    host.start();
    assertTrue(Files.exists(host.data().resolve("plugins/unruly.halts-1.0.0.jar.failed")));
    assertTrue(host.console().contains("jar set aside file=plugins/unruly.halts-1.0.0.jar.failed"));
    HostProcess.await(
        "health says why",
        () -> check("surfaces:jars", "output").contains("unruly.halts-1.0.0.jar"));
    HostProcess.await(
        "the record too",
        () -> body("/api/audit?limit=1000").contains("plugins/unruly.halts-1.0.0.jar: "));
    repair("surfaces:jars");
    well();
  }

  @Test
  void aHostWithoutTheUsersBundlesSaysSoAndTheWayBackRunsThoseThatDoNoHarm() throws Exception {
    int port = HostProcess.freePort();
    host.crash();
    drop(
        bundle("opens").start("keep = new ServerSocket(" + port + ");").jar(host.scratch()),
        "o.jar");
    drop(bundle("harmless").jar(host.scratch()), "h.jar");
    host.start("--safe");
    assertTrue(host.console().contains("plugins/h.jar, plugins/o.jar"), host.console());
    assertTrue(host.console().contains("to run all again: innkeeper restart-host"));
    assertEquals("warn", check("surfaces:safe", "status"));
    assertTrue(isFree(port));
    repair("surfaces:safe");
    HostProcess.await("the harmless one serves", () -> body("/api/surfaces").contains("harmless"));
    HostProcess.await(
        "the other one is set aside",
        () -> Files.exists(host.data().resolve("plugins/o.jar.failed")));
    HostProcess.await("its socket is closed", () -> isFree(port));
    repair("surfaces:jars");
    well();

    HostProcess.Said online =
        host.cli("--data", host.data().toString(), "uninstall", "h.jar", "--offline");
    assertEquals(1, online.status(), online.out());
    host.crash();
    String instead = online.err().strip();
    String[] words = instead.substring(instead.indexOf("innkeeper --data") + 10).split(" ");
    assertEquals(69, host.cli(words).status(), instead);
    host.cli("--data", host.data().toString(), "uninstall", "unruly.harmless", "--offline").ok();
    assertFalse(Files.exists(host.data().resolve("plugins/h.jar")));
    host.start();
    HostProcess.await(
        "the record says it", () -> body("/api/audit?limit=1000").contains("without a host"));
    assertFalse(body("/api/surfaces").contains("harmless"));
    well();
  }

  @Test
  void whatOnePrintsShowsNeitherSecretsNorControlSequences() throws Exception {
    String secret = "gh" + "p_16C7e42F292c6912E7710c838347Ae178B4a";
    String print = "System.out.println(\"\\033]0;mine\\007\\033[2Jtold " + secret + "\");";
    Path jar =
        bundle("prints")
            .members("public void tell() {" + print + "}")
            .start(
                print
                    + "java.util.Hashtable<String, Object> p = new java.util.Hashtable<>();"
                    + "p.put(\"osgi.command.scope\", \"unruly\");"
                    + "p.put(\"osgi.command.function\", new String[] {\"tell\"});"
                    + "c.registerService(Object.class, this, p);")
            .jar(host.scratch());
    host.cli("install", jar.toString()).ok();
    HostProcess.await("the console shows it", () -> host.console().contains("told gh"));
    String piped = host.cli("unruly:tell").ok().out();
    assertEquals("told ghp_[REDACTED]", piped.strip());
    Process terminal = host.onTerminal("unruly:tell");
    terminal.getOutputStream().close();
    String shown = new String(terminal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(shown.contains("told ghp_[REDACTED]"), shown);
    for (String text : new String[] {host.console(), shown}) {
      assertFalse(text.contains(secret) || text.contains("\033"), text);
    }
    host.cli("uninstall", "unruly.prints").ok();
  }

  /** A member of one check in the health report; "" while there is none. */
  private static String check(String name, String member) {
    try {
      Object checks = Json.read(host.cli("health", "--json").out()).get("checks");
      return ((Map<?, ?>) checks).get(name) instanceof Map<?, ?> check
          ? String.valueOf(check.get(member))
          : "";
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Runs what health offers as a fix, word for word. */
  private static void repair(String name) throws Exception {
    String fix = check(name, "fix");
    assertTrue(fix.startsWith("innkeeper "), fix);
    host.cli(fix.substring("innkeeper ".length()).split(" ")).ok();
    HostProcess.await(name + " is well after " + fix, () -> !check(name, "fix").equals(fix));
  }

  private static boolean isFree(int port) {
    try (ServerSocket tcp = new ServerSocket(port);
        DatagramSocket udp = new DatagramSocket(port)) {
      return tcp.isBound() && udp.isBound();
    } catch (IOException e) {
      return false;
    }
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

  private static Path jar(String name, String version, String start, String stop)
      throws IOException {
    return bundle(name).version(version).start(start).stop(stop).jar(host.scratch());
  }

  private static UnrulyBundle bundle(String name) {
    return UnrulyBundle.named(name);
  }
}
