package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UpgradeIT {

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
  void aReleaseTakesOverStaysAfterAStopAndGivesWayAgain() throws Exception {
    String said = host.cli("upgrade", release("good", "").toString()).ok().out();
    assertTrue(said.contains("tried on an empty DATA_DIR"), said);
    assertEquals("releases", running().getParent().getFileName().toString(), said);
    assertEquals(server, host.project("steady", "pid"));
    String surfaces = host.cli("surfaces", "--json").ok().out();
    assertFalse(surfaces.contains("\"user\""), "nothing of it is the user's: " + surfaces);
    assertTrue(host.cli("doctor").out().contains("in place of " + HostProcess.HOME));
    host.crash();
    host.start();
    assertEquals("releases", running().getParent().getFileName().toString(), "the script knows");
    assertEquals(server, host.project("steady", "pid"));
    host.cli("upgrade", "--back").ok();
    assertEquals(HostProcess.HOME, running());
    assertEquals(server, host.project("steady", "pid"));
  }

  @Test
  void aReleaseThatDoesNotComeUpHereIsLeftAgainByItself() throws Exception {
    // Good where it is tried, and bad on the real DATA_DIR.
    Path bad = release("bad", "case $DATA_DIR in *rehearsal*) ;; *) set -- run nonsense ;; esac");
    Path home = running();
    HostProcess.Said said = host.cli("upgrade", bad.toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("went back"), said.err());
    assertEquals(home, running());
    assertEquals(server, host.project("steady", "pid"));
    assertTrue(host.get("/api/audit?limit=1000").body().contains("ended with status 2"));
  }

  @Test
  void whatIsNoReleaseIsRefusedBeforeAnythingIsTouched() throws Exception {
    Path whole = release("whole", "");
    byte[] bytes = Files.readAllBytes(whole);
    Path half = host.scratch().resolve("half.tar.gz");
    Files.write(half, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    refused(half, "could not be unpacked");
    refused(whole, "SHA-256", "--sha256", "00");
    Path tree = tree("torn", "");
    Files.writeString(
        tree.resolve("surfaces/innkeeper.store-" + HostProcess.VERSION + ".jar"), "no jar");
    refused(pack(tree), "surfaces/innkeeper.store-" + HostProcess.VERSION + ".jar");
    tree = tree("linked", "");
    Files.createSymbolicLink(tree.resolve("conf/away"), Path.of("/etc"));
    refused(pack(tree), "conf/away");
    tree = tree("less", "");
    Files.delete(tree.resolve("conf/config.properties"));
    refused(pack(tree), "conf/config.properties is missing");
    try (Stream<Path> left = Files.list(host.data().resolve("releases"))) {
      assertFalse(left.anyMatch(p -> p.getFileName().toString().startsWith(".")), "left behind");
    }
  }

  private static void refused(Path archive, String why, String... more) throws Exception {
    String[] words =
        Stream.concat(Stream.of("upgrade", archive.toString()), Stream.of(more))
            .toArray(String[]::new);
    HostProcess.Said said = host.cli(words);
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains(why), said.err());
    assertEquals(1, said.err().lines().count(), said.err());
  }

  private static Path running() throws Exception {
    Object first = Json.list(host.cli("upgrade", "--list", "--json").ok().out()).get(0);
    return Path.of(String.valueOf(((java.util.Map<?, ?>) first).get("home")));
  }

  private static Path release(String name, String line) throws Exception {
    return pack(tree(name, line));
  }

  /** The release under test, with that line in its start script. */
  private static Path tree(String name, String line) throws Exception {
    Path tree = Files.createDirectories(host.scratch().resolve(name)).resolve("innkeeper");
    run("cp", "-a", HostProcess.HOME.toString(), tree.toString());
    Files.deleteIfExists(tree.resolve("lib/innkeeper.jsa"));
    Path script = tree.resolve("bin/innkeeper");
    Files.writeString(
        script, Files.readString(script).replace("\nset -u\n", "\nset -u\n" + line + "\n"));
    return tree;
  }

  private static Path pack(Path tree) throws Exception {
    Path archive = tree.resolveSibling("release.tar.gz");
    run("tar", "-czf", archive.toString(), "-C", tree.getParent().toString(), "innkeeper");
    return archive;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertEquals(
        0, new ProcessBuilder(command).inheritIO().start().waitFor(), List.of(command)::toString);
  }
}
