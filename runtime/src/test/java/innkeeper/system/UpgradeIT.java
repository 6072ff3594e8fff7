package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
    Path tree = tree("torn");
    Files.writeString(
        tree.resolve("surfaces/innkeeper.store-" + HostProcess.VERSION + ".jar"), "no jar");
    refused(ReleaseArchive.pack(tree), "surfaces/innkeeper.store-" + HostProcess.VERSION + ".jar");
    tree = tree("linked");
    Files.createSymbolicLink(tree.resolve("conf/away"), Path.of("/etc"));
    refused(ReleaseArchive.pack(tree), "conf/away");
    tree = tree("less");
    Files.delete(tree.resolve("conf/config.properties"));
    refused(ReleaseArchive.pack(tree), "conf/config.properties is missing");
    try (Stream<Path> left = Files.list(host.data().resolve("releases"))) {
      assertFalse(left.anyMatch(p -> p.getFileName().toString().startsWith(".")), "left behind");
    }
  }

  @Test
  void aReleaseAfterWhichThisOneCouldNotRunAgainIsUndone() throws Exception {
    Path ahead = formats("ahead", "s.run=[0-9]", "s.run=3");
    Path home = running();
    HostProcess.Said said = host.cli("upgrade", ReleaseArchive.pack(ahead).toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(
        said.err().contains("could not run here again: run would have format 3"), said.err());
    assertEquals(home, running());
    assertEquals(server, host.project("steady", "pid"));
  }

  /** Where nothing has been touched, what ran goes on. */
  @Tag("nightly")
  @Test
  void aReleaseThatDoesNotReadWhatANewerOneWroteIsRefused() throws Exception {
    Path reader = formats("reader", "reads.run=[0-9]", "reads.run=3");
    try (HostProcess own = new HostProcess().from(reader)) {
      own.start();
      own.cli("add", "steady", "--", "/bin/sleep", "600").ok();
      own.awaitState("steady", "RUNNING");
      String pid = own.project("steady", "pid");
      Path tree = formats("newer", "s.run=[0-9]", "s.run=3");
      own.cli("upgrade", ReleaseArchive.pack(tree).toString()).ok();
      Path newer = running(own);
      HostProcess.Said said = own.cli("upgrade", release("older", "").toString());
      assertEquals(1, said.status(), said.out());
      assertTrue(said.err().contains("run has format 3, it reads 2 at most"), said.err());
      String others = said.err().strip().replaceFirst(".*other releases: ", "");
      assertTrue(own.offered(others).ok().out().contains(newer.toString()), others);
      assertEquals(newer, running(own));
      own.crash();
      own.from(tree("other")).launch();
      assertEquals(65, own.waitFor(), own.console());
      String command = own.console().strip().replaceFirst(".*run that release: ", "");
      assertEquals(newer + "/bin/innkeeper --data " + own.data() + " run", command);
      own.from(newer).start();
      assertEquals(pid, own.project("steady", "pid"));
      own.crash();
      schema(own, 2);
      own.launch();
      assertEquals(65, own.waitFor(), own.console());
      assertTrue(own.console().contains("written by a newer release"), own.console());
      schema(own, 1);
      own.start();
      assertEquals(pid, own.project("steady", "pid"));
    }
  }

  private static Path formats(String name, String what, String now) throws Exception {
    Path tree = tree(name);
    Path formats = tree.resolve("lib/formats.properties");
    Files.writeString(formats, Files.readString(formats).replaceAll(what, now));
    return tree;
  }

  /** SQLite's user_version, in the file's header. */
  private static void schema(HostProcess of, int version) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(of.data().resolve("bot.db").toFile(), "rw")) {
      file.seek(60);
      file.writeInt(version);
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
    return running(host);
  }

  private static Path running(HostProcess of) throws Exception {
    Object first = Json.list(of.cli("upgrade", "--list", "--json").ok().out()).get(0);
    return Path.of(String.valueOf(((java.util.Map<?, ?>) first).get("home")));
  }

  private static Path release(String name, String line) throws Exception {
    return ReleaseArchive.of(host.scratch(), name, line);
  }

  private static Path tree(String name) throws Exception {
    return ReleaseArchive.tree(host.scratch(), name, "");
  }
}
