package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers' output and the host's own, where others misbehave. */
@ExtendWith(SharedHost.class)
class CaptureIT {

  private static void addScript(HostProcess host, String id, String script) throws Exception {
    Path file = host.scratch().resolve(id + ".sh");
    Files.writeString(file, script);
    host.cli("add", id, "--", "/bin/sh", file.toString()).ok();
  }

  private static Path guest(HostProcess host) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "guest.talker");
    main.putValue("Bundle-Version", "1.0.0");
    main.putValue("Bundle-Activator", GuestTalker.class.getName());
    main.putValue(
        "Import-Package",
        "org.osgi.framework,innkeeper.api.log;version=\"[1,2)\",java.util.logging");
    Path jar = host.scratch().resolve("guest.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      String name = GuestTalker.class.getName().replace('.', '/') + ".class";
      out.putNextEntry(new JarEntry(name));
      try (InputStream code = GuestTalker.class.getResourceAsStream("/" + name)) {
        code.transferTo(out);
      }
    }
    return jar;
  }

  @Test
  void aGuestThatPrintsItsSecretsAndWhoseRuleHangsDoesNoHarm() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("install", guest(host).toString()).ok();
      // What FileInstall says about a file that is no bundle names the file.
      Path plugins = Files.createDirectories(host.data().resolve("plugins"));
      Files.writeString(plugins.resolve("password=" + GuestTalker.SECRET + ".jar"), "no jar");
      addScript(
          host,
          "talker",
          "echo the badge 12345\necho one\necho hang 4711-secret\necho three\nsleep 600\n");
      HostProcess.await("three", () -> host.log("talker").contains("three"));
      assertEquals(
          List.of("the badge [REDACTED]", "one", "[REDACTED]", "three"), host.log("talker"));
      HostProcess.await(
          "audit", () -> body(host, "/api/audit?limit=1000").contains("rule.disable"));
      HostProcess.await(
          "health", () -> body(host, "/api/health").contains("rule guest-rule is switched off"));
      String rules = host.cli("redact", "list").ok().out();
      assertTrue(rules.contains("guest-rule  switched off: "), rules);
      HostProcess.await("last words", () -> host.console().contains("guest warns"));
      host.stop();
      String own = Files.readString(host.data().resolve("bot.log"));
      for (String said : List.of("guest says", "guest complains", "guest logs", "guest dies")) {
        assertTrue(own.contains(said), said + " is not in bot.log");
      }
      assertFalse(own.contains(GuestTalker.SECRET), "bot.log");
      assertFalse(own.contains("4711-secret"), "bot.log");
      assertFalse(host.console().contains(GuestTalker.SECRET), "console");
    }
  }

  private static String body(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aLineIsWrittenOnceOverSwapsOfTheLoggingSurface(HostProcess host) throws Exception {
    addScript(
        host,
        "counter",
        "i=0; while :; do i=$((i+1)); echo \"line $i password=hunter2hunter2\";"
            + " [ $((i % 50)) -eq 0 ] && sleep 0.01; done");
    String pid = host.project("counter", "pid");
    for (int swap = 0; swap < 5; swap++) {
      int before = host.log("counter").size();
      HostProcess.await("it writes", () -> host.log("counter").size() > before + 300);
      host.cli("update", "innkeeper.logging").ok();
    }
    host.awaitState("counter", "RUNNING");
    assertEquals(pid, host.project("counter", "pid"));
    HostProcess.await("counts", () -> !count(host, "redactions").equals("0"));
    int seen = host.log("counter").size();
    assertTrue(Integer.parseInt(count(host, "lines")) >= seen, "lines are counted over swaps");
    assertTrue(Integer.parseInt(count(host, "redactions")) >= seen, "and redactions");
    host.cli("stop", "counter").ok();
    List<String> lines = host.log("counter");
    for (int i = 0; i < lines.size() - 1; i++) {
      assertEquals("line " + (i + 1) + " password=[REDACTED]", lines.get(i));
    }
  }

  private static String count(HostProcess host, String member) {
    return String.valueOf(
        ((java.util.Map<?, ?>) Json.read(body(host, "/api/projects/counter")).get("log"))
            .get(member));
  }

  @Test
  void aKeyCutByAHardKillOfTheHostStaysHidden(HostProcess host) throws Exception {
    String material = "MIIEowIBAAKCAQEA" + "x0Made0Up0Key0".repeat(3);
    addScript(
        host,
        "keeper",
        "echo before\necho '-----BEGIN RSA PRIVATE KEY-----'\n"
            + ("echo " + material + "\n").repeat(3)
            + "printf 'MIIEow'; touch "
            + host.scratch().resolve("half")
            + "; while [ ! -e "
            + host.scratch().resolve("go")
            + " ]; do sleep 0.05; done\necho IBAAKCAQEAhalf\n"
            + ("echo " + material + "\n").repeat(3)
            + "echo '-----END RSA PRIVATE KEY-----'\necho after\nsleep 600\n");
    HostProcess.await("half", () -> Files.exists(host.scratch().resolve("half")));
    HostProcess.await("before", () -> host.log("keeper").contains("before"));
    host.crash();
    host.start();
    Files.writeString(host.scratch().resolve("go"), "");
    HostProcess.await("after", () -> host.log("keeper").contains("after"));
    String log = String.join("\n", host.log("keeper"));
    assertFalse(log.contains("MIIEow"), log);
    assertFalse(log.contains("IBAAKCAQEA"), log);
    assertFalse(log.contains("Made0Up"), log);
    assertEquals(11, host.log("keeper").size(), log);
  }

  @Test
  void aDataDirMadeAnewAtTheSamePathShowsNothingOfTheOld() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addScript(host, "ghost", "echo one; printf 'password=hunter2'; sleep 600");
      HostProcess.await("one", () -> host.log("ghost").contains("one"));
      host.crash();
      HostProcess.endServers(host.data());
      try (Stream<Path> files = Files.walk(host.data())) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
      host.start();
      addScript(host, "fresh", "echo hello; sleep 600");
      HostProcess.await("hello", () -> host.log("fresh").contains("hello"));
      assertFalse(Files.exists(host.data().resolve("logs/ghost.log")));
      assertEquals(404, host.get("/api/logs/ghost").statusCode());
    }
  }

  @Test
  void aLogThatIsAnothersFileIsRefusedAndTheMessageSaysWhatToDo(HostProcess host) throws Exception {
    addScript(host, "demo", "echo hello; sleep 600");
    HostProcess.await("hello", () -> host.log("demo").contains("hello"));
    Path victim = Files.writeString(host.scratch().resolve("victim"), "not for your eyes\n");
    Path log = host.data().resolve("logs/demo.log");
    Files.delete(log);
    Files.createLink(log, victim);
    HostProcess.Said said = host.cli("logs", "demo");
    assertEquals(1, said.status());
    assertTrue(said.err().contains("hard link"), said::err);
    assertFalse((said.out() + said.err()).contains("not for your eyes"));
    assertFalse(host.get("/api/logs/demo").body().contains("not for your eyes"));
    Files.delete(log);
    Files.createSymbolicLink(log, victim);
    assertTrue(host.cli("logs", "demo").err().contains("not a regular file"));
    assertFalse(host.get("/api/logs/demo").body().contains("not for your eyes"));
    assertEquals("not for your eyes\n", Files.readString(victim));
  }
}
