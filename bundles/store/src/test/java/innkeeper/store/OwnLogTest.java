package innkeeper.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.store.guard.Bind;
import innkeeper.store.write.CheckpointPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A write-ahead log is replayed into the bot.db it was written over and into no other, not even
 * into one that was copied from it a moment before.
 */
@Timeout(120)
class OwnLogTest {

  private static final String BACKUP = ".backup %s";
  private static final String VACUUM = "VACUUM INTO '%s'";

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void fill() throws Exception {
    house = new House(Files.createDirectory(dir.resolve("data"))).filled(20);
  }

  private long killedAfter(Path copy, String how, int before, int after) throws Exception {
    long last = 0;
    try (Doomed host = Doomed.writer(house.dir)) {
      for (int i = 0; i <= before; i++) {
        host.line().orElseThrow();
      }
      take(how, copy);
      for (int i = 0; i < after; i++) {
        last = Long.parseLong(host.line().orElseThrow());
      }
      List<String> rest = host.kill();
      last = rest.size() < 2 ? last : Long.parseLong(rest.get(rest.size() - 2));
    }
    assertTrue(Files.size(house.dir.resolve("bot.db-wal")) > 0, "the trap is set");
    return last;
  }

  private void take(String how, Path copy) throws Exception {
    if (how.equals("cp")) {
      Files.copy(house.layout.database(), copy);
      return;
    }
    String sql = how.equals("backup") ? BACKUP : VACUUM;
    Process cli =
        new ProcessBuilder("sqlite3", house.layout.database().toString(), sql.formatted(copy))
            .inheritIO()
            .start();
    assertEquals(0, cli.waitFor());
  }

  @ParameterizedTest
  @CsvSource({"backup, 5, 5", "vacuum, 5, 5", "backup, 300, 40", "vacuum, 20, 450", "cp, 20, 450"})
  void anUnstampedCopyOfTheSameRunIsAcceptedAndReported(String how, int before, int after)
      throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    Path copy = dir.resolve("copy.db");
    killedAfter(copy, how, before, after);
    List<String> expected = House.immutableContent(copy);
    Files.copy(copy, house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = house.open()) {
      long top = expected.stream().filter(l -> !l.startsWith("c") && !l.startsWith("d")).count();
      assertEquals(expected, House.content(house.layout.database(), top));
      assertEquals(
          1,
          store.audit().entries(9, Long.MAX_VALUE, "", "database.replace").entries().size(),
          "the record says so");
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void aCopyWithItsLogIsAcceptedWithTheLog() throws Exception {
    Path saved = Files.createDirectory(dir.resolve("saved"));
    long last = 0;
    try (Doomed host = Doomed.writer(house.dir)) {
      host.line().orElseThrow();
      for (int i = 0; i < 50; i++) {
        last = Long.parseLong(host.line().orElseThrow());
      }
      host.kill();
    }
    for (String suffix : List.of("", "-wal")) {
      Files.copy(house.dir.resolve("bot.db" + suffix), saved.resolve("bot.db" + suffix));
    }
    killedAfter(dir.resolve("ignored.db"), "cp", 5, 5);
    for (String suffix : List.of("", "-wal")) {
      Files.delete(house.dir.resolve("bot.db" + suffix));
      Files.copy(saved.resolve("bot.db" + suffix), house.dir.resolve("bot.db" + suffix));
    }
    try (Store store = house.open()) {
      assertTrue(store.writer().head().seq() > last, "what was only in its log is back");
      assertTrue(store.audit().verify().whole());
      assertEquals(
          1, store.audit().entries(9, Long.MAX_VALUE, "", "database.replace").entries().size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"checkpointing", "written-back", "marked", "next-round"})
  void aKillWhileTheLogIsWrittenBackLosesNothingAndRaisesNoAlarm(String step) throws Exception {
    long last = 0;
    try (Doomed host = Doomed.writer(house.dir, step)) {
      List<String> lines = host.toEnd();
      last = Long.parseLong(lines.get(lines.size() - 1));
    }
    try (Store store = house.open()) {
      assertTrue(store.writer().head().seq() >= last);
      assertEquals(List.of(), said(store));
      assertTrue(store.audit().verify().whole());
    }
  }

  /** The files are copied as a kill leaves them, after a checkpoint that ran within a mark. */
  @Test
  void aCheckpointWhileTheLogIsMarkedLosesNothing() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    AtomicInteger marks = new AtomicInteger();
    House killed = new House(Files.createDirectory(dir.resolve("killed")));
    long last;
    try (Store store =
        Store.open(
            house.options(
                CheckpointPolicy.NEVER,
                step -> {
                  if (step.equals("marked") && marks.getAndIncrement() == 0) {
                    checkpoint();
                  }
                }))) {
      for (int i = 0; i < 50; i++) {
        store.audit().append(House.draft("entry " + i));
      }
      last = store.writer().head().seq();
      for (String file : List.of("bot.db", "bot.db-wal", "bind.json")) {
        Files.copy(house.dir.resolve(file), killed.dir.resolve(file));
      }
    }
    try (Store store = killed.open()) {
      assertTrue(store.writer().head().seq() >= last);
    }
  }

  private void checkpoint() {
    try {
      Process cli =
          new ProcessBuilder(
                  "sqlite3", house.layout.database().toString(), "PRAGMA wal_checkpoint(PASSIVE)")
              .start();
      cli.getInputStream().readAllBytes();
      assertEquals(0, cli.waitFor());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCheckpointByAnotherProgramIsNotAReplacement() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    long last = 0;
    try (Doomed host = Doomed.writer(house.dir)) {
      for (int i = 0; i < 50; i++) {
        host.line().orElseThrow();
      }
      Process cli =
          new ProcessBuilder(
                  "sqlite3",
                  house.layout.database().toString(),
                  "PRAGMA wal_checkpoint(PASSIVE); SELECT max(seq) FROM audit")
              .start();
      String[] told = new String(cli.getInputStream().readAllBytes(), UTF_8).split("\n");
      assertEquals(0, cli.waitFor());
      // The pipe may hold lines of before; only what is written from here on finds it.
      while (last < Long.parseLong(told[1]) + 50) {
        last = Long.parseLong(host.line().orElseThrow());
      }
      host.kill();
    }
    try (Store store = house.open()) {
      assertTrue(store.writer().head().seq() >= last);
      assertEquals(List.of(), said(store));
    }
  }

  @Test
  void aForeignRollbackJournalIsQuarantined() throws Exception {
    long last = killedAfter(dir.resolve("ignored.db"), "cp", 5, 5);
    Files.writeString(house.dir.resolve("bot.db-journal"), "of another life");
    try (Store store = house.open()) {
      assertTrue(store.writer().head().seq() >= last);
      assertTrue(said(store).get(0).contains("journal"), () -> said(store).toString());
    }
    assertTrue(Files.notExists(house.dir.resolve("bot.db-journal")));
    assertTrue(kept("bot.db-journal"), "nothing is deleted");
  }

  @Test
  void aCopyOfBotDbOverItselfLosesNothingAndIsReported() throws Exception {
    Path copy = dir.resolve("copy.db");
    long last = killedAfter(copy, "cp", 5, 20);
    Files.write(house.layout.database(), Files.readAllBytes(copy)); // as cp does: the same inode
    // Killed while it wrote its log back, bot.db is expected to have changed.
    boolean telling = Bind.read(house.layout.dataDir()).orElseThrow().state() == Bind.State.OPEN;
    try (Store store = house.open()) {
      assertTrue(store.writer().head().seq() >= last);
      List<String> said = said(store);
      assertTrue(
          !telling || said.size() == 1 && said.get(0).contains("copy of itself"), said::toString);
    }
  }

  private boolean kept(String name) throws IOException {
    try (var files = Files.walk(house.layout.quarantine())) {
      return files.anyMatch(f -> f.getFileName().toString().equals(name));
    }
  }

  private static List<String> said(Store store) {
    return store.audit().entries(1000, Long.MAX_VALUE, "", "").entries().stream()
        .filter(e -> e.action().startsWith("database.") && !e.action().equals("database.create"))
        .map(e -> e.action() + " " + e.detail())
        .toList();
  }
}
