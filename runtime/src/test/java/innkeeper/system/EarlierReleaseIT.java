package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.Jar;
import aQute.bnd.service.diff.Delta;
import aQute.libg.reporter.ReporterAdapter;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * From the release before to the one under test and back again, by each way there is: servers,
 * logs, bot.db and settings stay. Each test begins and ends with the release before.
 */
@Tag("nightly")
class EarlierReleaseIT {

  /**
   * A release under test that is good where it is tried, on an empty DATA_DIR, and nowhere else.
   */
  private static final String HERE = "case $DATA_DIR in *rehearsal*) ;; *) %s ;; esac";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "innkeeper.config", "# ours\nLOG_MAX_AGE_DAYS=\"9\"\n",
          "innkeeper.webhook.config", "url=\"http://127.0.0.1:9/hook\"\n",
          "notes.txt", "not innkeeper's\n");

  /** Packages of the API that break with the release before on purpose, and the reason. */
  private static final Map<String, String> BROKEN =
      Map.ofEntries(
          Map.entry("innkeeper.api.surface", "Surfaces.install has no progress any more"),
          Map.entry("innkeeper.api.project", "only Definitions makes a ProjectDefinition"),
          Map.entry("innkeeper.api.health", "Times is IsoTime in common"),
          Map.entry("innkeeper.api.json", "IsoTime is in common"),
          Map.entry("innkeeper.api.rotation", "ArchiveName is in common"),
          Map.entry("innkeeper.api.text", "the package is in common"),
          Map.entry("innkeeper.api.thread", "LowPriority is in common"),
          Map.entry("innkeeper.api.time", "the package is in common"),
          Map.entry("innkeeper.api.alarm", "the texts of an Alarm are in its message"),
          Map.entry("innkeeper.api.incident", "an Incident has nested records"),
          Map.entry("innkeeper.api.supervisor", "a ProjectStatus has nested records"));

  private static final String HALVES = "halves";

  private static HostProcess host;
  private static Path installation;
  private static String earlier;

  @BeforeAll
  static void start() throws Exception {
    installation = EarlierRelease.last().home();
    host = new HostProcess().from(installation);
    Path conf = Files.createDirectories(host.data().resolve("conf"));
    for (Map.Entry<String, String> file : SETTINGS.entrySet()) {
      Files.writeString(conf.resolve(file.getKey()), file.getValue());
    }
    host.start();
    host.cli("add", "talker", "--", "/bin/sh", "-c", counting("")).ok();
    host.cli("add", "steady", "--env", "KEPT=yes", "--", "/bin/sleep", "6000").ok();
    host.cli("add", "idle", "--", "/bin/sleep", "6000").ok();
    host.cli("stop", "idle").ok();
    host.awaitState("talker", "RUNNING");
    host.awaitState("steady", "RUNNING");
    earlier = release();
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  private static String counting(String word) {
    return "i=0; while :; do i=$((i+1)); echo " + word + "$i; sleep 0.02; done";
  }

  /**
   * A server whose lines begin before an upgrade and end after it, on stdout and stderr in turn.
   */
  private static String halves() {
    return "end() { until [ -e \"$0$i\" ]; do sleep 0.02; done; echo \"end $i\"; i=$((i+1)); };"
        + " i=1; while :; do printf 'begin '; end; { printf 'begin '; end; } >&2; done";
  }

  private static void endLine(int number) throws Exception {
    Files.createFile(host.scratch().resolve("line" + number));
    HostProcess.await(
        "line " + number,
        () ->
            host.log(HALVES)
                .equals(IntStream.rangeClosed(1, number).mapToObj(i -> "begin end " + i).toList()));
    HostProcess.await("the next beginning", () -> tail().endsWith("\nbegin \n"));
  }

  private static String tail() {
    try {
      return host.cli("logs", HALVES, "-n", "1").ok().out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thereAndBackKeepsWhatBothReleasesWrote() throws Exception {
    String line = host.scratch().resolve("line").toString();
    host.cli("add", HALVES, "--", "/bin/sh", "-c", halves(), line).ok();
    endLine(1);
    Kept kept = Kept.now();
    host.cli("upgrade", archive().toString()).ok();
    assertNotEquals(earlier, release());
    kept.check();
    endLine(2);
    byte[] header = Files.readAllBytes(host.data().resolve("bot.db"));
    assertEquals(
        formats(HostProcess.HOME).getProperty("writes.bot.db"),
        String.valueOf(ByteBuffer.wrap(header).getInt(60)),
        "user_version");
    host.cli("add", "newer", "--env", "A=b", "--", "/bin/sh", "-c", counting("n")).ok();
    host.cli("add", "leaving", "--", "/bin/sleep", "6000").ok();
    host.cli("start", "idle").ok();
    host.cli("backup").ok();
    String backups = host.cli("backups", "--json").ok().out();
    host.awaitState("newer", "RUNNING");
    host.awaitState("idle", "RUNNING");
    host.awaitState("leaving", "RUNNING");
    kept = Kept.now();

    host.cli("upgrade", "--back").ok();
    assertEquals(earlier, release());
    kept.check();
    endLine(3);
    assertEquals(Json.list(backups), Json.list(host.cli("backups", "--json").ok().out()));
    host.cli("remove", "leaving").ok();
    host.cli("stop", "idle").ok();
    host.cli("add", "steady", "--env", "KEPT=changed", "--", "/bin/sleep", "6000").ok();
    host.cli("restart", "steady").ok();
    host.awaitState("idle", "STOPPED");
    host.awaitState("steady", "RUNNING");
    kept = Kept.now();

    host.cli("upgrade", archive().toString()).ok();
    assertNotEquals(earlier, release());
    kept.check();
    host.cli("upgrade", "--back").ok();
    kept.check();
    endLine(4);
    host.cli("remove", HALVES).ok();
  }

  /** Or nobody could go back; a new format is read one release before it is written. */
  @Test
  void whatThisReleaseWritesTheOneBeforeReads() throws Exception {
    Properties before = formats(installation);
    Properties now = formats(HostProcess.HOME);
    for (String key : now.stringPropertyNames()) {
      if (key.startsWith("writes.")) {
        String reads = key.replace("writes.", "reads.");
        int most = Integer.parseInt(before.getProperty(reads, "1"));
        assertTrue(Integer.parseInt(now.getProperty(key)) <= most, key);
        assertTrue(now.containsKey(reads), reads);
      }
    }
  }

  /**
   * Bundles of third parties run on: nothing they use is gone, except in packages of {@link
   * #BROKEN}. Versions say what was added or removed.
   */
  @Test
  void theApiKeepsWhatTheReleaseBeforeExported() throws Exception {
    ((Logger) LoggerFactory.getLogger("aQute")).setLevel(Level.WARN);
    String api = "platform/innkeeper.api.jar";
    List<String> wrong = new ArrayList<>();
    try (Jar now = new Jar(HostProcess.HOME.resolve(api).toFile());
        Jar before = new Jar(installation.resolve(api).toFile())) {
      Baseline baseline = new Baseline(new ReporterAdapter(), new DiffPluginImpl());
      Set<Baseline.Info> packages = baseline.baseline(now, before, null);
      assertTrue(packages.size() > 10, "packages compared: " + packages.size());
      for (Baseline.Info one : packages) {
        Delta delta = one.packageDiff.getDelta();
        boolean breaks = delta == Delta.MAJOR || delta == Delta.REMOVED;
        if (one.mismatch || breaks && !BROKEN.containsKey(one.packageName)) {
          wrong.add(
              one.packageName
                  + " "
                  + one.newerVersion
                  + ": "
                  + delta
                  + ", version at least "
                  + one.suggestedVersion);
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** A release without the file has 1 everywhere. */
  private static Properties formats(Path home) throws Exception {
    Properties formats = new Properties();
    Path file = home.resolve("lib/formats.properties");
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        formats.load(reader);
      }
    }
    return formats;
  }

  @Test
  void aReleaseThatDoesNotStartHereGivesWayByItself() throws Exception {
    Kept kept = Kept.now();
    Path bad = ReleaseArchive.of(host.scratch(), "bad", HERE.formatted("set -- run nonsense"));
    HostProcess.Said said = host.cli("upgrade", bad.toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("went back"), said.err());
    assertEquals(earlier, release());
    kept.check();
    checkSaid("ended with status 2");
  }

  /** It has opened bot.db by then. Nobody is left to go back, so the next start does. */
  @Test
  void aReleaseThatIsKilledOnTrialGivesWayAtTheNextStart() throws Exception {
    Kept kept = Kept.now();
    String kill =
        "(until [ -e \"$DATA_DIR/bot.db-wal\" ]; do sleep 0.02; done; sleep 0.2; kill -9 $$) &";
    Path killed = ReleaseArchive.of(host.scratch(), "killed", HERE.formatted(kill));
    Process client = host.client("upgrade", killed.toString());
    host.waitFor();
    // It would wait two minutes for another host.
    client.destroyForcibly();
    host.start();
    assertEquals(earlier, release());
    kept.check();
    checkSaid("ended before it was ready");
  }

  private static void checkSaid(String why) {
    HostProcess.await(
        "the host says: " + why,
        () ->
            host.console()
                .lines()
                .anyMatch(l -> l.contains("upgrade was undone reason=") && l.contains(why)));
  }

  private static String release() throws Exception {
    Object first = Json.list(host.cli("upgrade", "--list", "--json").ok().out()).get(0);
    return String.valueOf(((Map<?, ?>) first).get("home"));
  }

  /** What people download. */
  private static Path archive() throws Exception {
    try (Stream<Path> files = Files.list(HostProcess.HOME.getParent())) {
      return files
          .filter(file -> file.getFileName().toString().matches("innkeeper-[0-9].*\\.tar\\.gz"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Oldest first. */
  private static List<?> audit() throws Exception {
    List<Object> entries =
        new ArrayList<>(
            (List<?>) Json.read(host.get("/api/audit?limit=1000").body()).get("entries"));
    entries.sort(Comparator.comparingLong(EarlierReleaseIT::seq));
    return entries;
  }

  private static long seq(Object entry) {
    return ((Number) ((Map<?, ?>) entry).get("seq")).longValue();
  }

  /** What no change of release may touch. */
  private record Kept(Map<String, String> servers, List<?> definitions, List<?> entries) {

    static Kept now() throws Exception {
      return new Kept(serversNow(), Json.list(host.cli("export").ok().out()), audit());
    }

    /** STATE PID of each project. */
    private static Map<String, String> serversNow() throws Exception {
      Map<String, String> servers = new TreeMap<>();
      for (Object one : Json.list(host.get("/api/projects").body())) {
        Map<?, ?> project = (Map<?, ?>) one;
        servers.put(
            String.valueOf(project.get("channelId")),
            project.get("state") + " " + project.get("pid"));
      }
      return servers;
    }

    void check() throws Exception {
      assertEquals(servers, serversNow());
      checkDefinitions(Json.list(host.cli("export").ok().out()));
      assertEquals(entries, audit().subList(0, entries.size()));
      host.cli("audit", "verify").ok();
      host.cli("health").ok();
      for (Map.Entry<String, String> file : SETTINGS.entrySet()) {
        assertEquals(
            file.getValue(), Files.readString(host.data().resolve("conf").resolve(file.getKey())));
      }
      for (Map.Entry<String, String> server : servers.entrySet()) {
        if (server.getValue().startsWith("RUNNING") && !server.getKey().equals(HALVES)) {
          checkLog(server.getKey());
        }
      }
    }

    /** A release may have members that the other has not. */
    private void checkDefinitions(List<?> now) {
      assertEquals(definitions.size(), now.size());
      for (int i = 0; i < now.size(); i++) {
        Map<?, ?> is = new HashMap<>((Map<?, ?>) now.get(i));
        Map<?, ?> was = new HashMap<>((Map<?, ?>) definitions.get(i));
        is.keySet().retainAll(was.keySet());
        was.keySet().retainAll(is.keySet());
        assertEquals(was, is);
      }
    }

    /** Each number once and in order, up to one that is written now. */
    private static void checkLog(String server) {
      int before = host.log(server).size();
      if (before == 0) {
        return;
      }
      HostProcess.await("more lines of " + server, () -> host.log(server).size() > before);
      List<String> lines = host.log(server);
      for (int i = 0; i < lines.size(); i++) {
        assertEquals(String.valueOf(i + 1), lines.get(i).replace("n", ""), server);
      }
    }
  }
}
