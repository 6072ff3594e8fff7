package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.store.file.Json;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of bot.db that are taken away under a host at work. */
@Timeout(60)
class RescueTest {

  @TempDir Path dir;
  private House house;
  private Path database;

  @BeforeEach
  void fill() throws Exception {
    house = new House(Files.createDirectory(dir.resolve("data"))).filled(5);
    database = house.layout.database();
  }

  private interface Deed {
    void to(Path file) throws Exception;
  }

  private Deed deed(String how) {
    return switch (how) {
      case "removed" -> Files::delete;
      case "replaced" ->
          file -> {
            Path other = Files.writeString(dir.resolve("other"), "somebody's");
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
          };
      default -> file -> Files.newByteChannel(file, StandardOpenOption.WRITE).truncate(40).close();
    };
  }

  private static Result writable(Store store) {
    return store.checks().get("database:writable").execute();
  }

  /** Without anybody who writes: the host looks by itself. */
  private static String failing(Store store) throws Exception {
    while (store.rescue().fix().isEmpty()) {
      Thread.onSpinWait();
    }
    Result health = writable(store);
    assertEquals(Result.Status.CRITICAL, health.getStatus());
    assertThrows(StoreException.class, () -> store.audit().append(House.draft("refused")));
    return health.toString();
  }

  private BackupManifest rescued() throws Exception {
    List<BackupManifest> all = new KnownBackups(house.layout.backups()).verified(9);
    assertEquals(1, all.size());
    assertEquals("rescue", all.get(0).kind());
    return all.get(0);
  }

  private void allIsThere(long last) throws Exception {
    try (Store store = house.open()) {
      assertEquals(
          List.of("c1", "c2", "late"),
          store.projects().projects().stream().map(p -> p.definition().channelId()).toList());
      assertTrue(
          store.audit().entries(1, last + 1, "", "").entries().get(0).detail().equals("late"));
      assertTrue(store.audit().verify().whole(), () -> store.audit().verify().reason());
      assertTrue(writable(store).isOk());
    }
  }

  private long late(Store store) {
    store.projects().apply(List.of(House.project("late")), List.of(), List.of());
    return store.audit().append(House.draft("late")).seq();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-wal removed", "-wal replaced", "-shm removed", "-shm replaced"})
  void aRemovedSideFileIsNoticedAndNothingIsLost(String what) throws Exception {
    Path side = Layout.sidecar(database, what.split(" ")[0]);
    long last;
    try (Store store = house.open()) {
      last = late(store);
      deed(what.split(" ")[1]).to(side);
      String health = failing(store);
      assertTrue(health.contains(side + " was " + what.split(" ")[1]), health);
      assertTrue(health.contains("backups/" + rescued().name()), health);
      assertTrue(health.contains("innkeeper --data " + house.dir + " restart-host"), health);
    }
    if (what.endsWith("replaced")) {
      try (Stream<Path> kept = Files.walk(house.layout.quarantine())) {
        assertTrue(kept.anyMatch(file -> file.endsWith(side.getFileName())), "nothing is deleted");
      }
    }
    allIsThere(last);
    try (Store store = house.open()) {
      List<AuditEntry> said =
          store.audit().entries(9, Long.MAX_VALUE, "", "database.suspect").entries();
      assertEquals(1, said.size());
      assertTrue(said.get(0).detail().startsWith(side + " was " + what.split(" ")[1]));
    }
  }

  @Test
  void aCutLogKeepsTheDefinitionsAndDoesNotDamageBotDb() throws Exception {
    String health;
    try (Store store = house.open()) {
      late(store);
      deed("cut").to(Layout.sidecar(database, "-wal"));
      health = failing(store);
      assertTrue(health.contains("bot.db-wal was cut"), health);
    }
    Path json = Path.of(health.replaceAll("(?s).*definitions are in (\\S+projects.json).*", "$1"));
    assertTrue(Files.readString(json).contains("\"late\""));
    house = asTheProcessLeavesIt();
    try (Store store = house.open()) {
      assertEquals(2, store.projects().projects().size());
      store.verification().run();
      assertTrue(store.checks().get("database:sound").execute().isOk());
    }
  }

  /** What was acknowledged just before a hard kill is in bot.db itself. */
  @Test
  void aHardKillAfterTheLogWasRemovedLosesNothing() throws Exception {
    long last;
    House killed;
    try (Store store = house.open()) {
      last = late(store);
      Files.delete(Layout.sidecar(database, "-wal"));
      failing(store);
      killed = asTheProcessLeavesIt();
    }
    house = killed;
    allIsThere(last);
  }

  /** As long as this process has the files open, what it remembers of them counts. */
  private House asTheProcessLeavesIt() throws Exception {
    Path copy = dir.resolve("left");
    assertEquals(
        0, new ProcessBuilder("cp", "-a", house.dir.toString(), copy.toString()).start().waitFor());
    return new House(copy);
  }

  @Test
  void aRemovedDatabaseIsPutBackForTheNextStart() throws Exception {
    long last;
    try (Store store = house.open()) {
      last = late(store);
      Files.delete(database);
      String health = failing(store);
      assertTrue(health.contains(database + " was removed"), health);
      assertTrue(health.contains("backups/" + rescued().name()), health);
      assertTrue(health.contains("restart-host"), health);
    }
    allIsThere(last);
  }

  @Test
  void aReplacedDatabaseStaysAndTheOriginalIsBackedUp() throws Exception {
    Path other = Files.copy(database, dir.resolve("other.db"));
    try (Store store = house.open()) {
      late(store);
      Files.move(other, database, StandardCopyOption.REPLACE_EXISTING);
      assertTrue(failing(store).contains(database + " was replaced"));
      assertEquals(3, rescued().facts().rows().get("project"));
    }
    try (Store store = house.open()) {
      assertEquals(2, store.projects().projects().size());
    }
  }

  @Test
  void aTruncatedDatabaseIsNoticedWithoutAWrite() throws Exception {
    try (Store store = house.open()) {
      late(store);
      Files.newByteChannel(database, StandardOpenOption.WRITE).truncate(5000).close();
      String health = failing(store);
      assertTrue(health.contains(database + " was truncated"), health);
    }
  }

  @Test
  void anOverwrittenDatabaseKeepsTheDefinitions() throws Exception {
    BackupManifest manifest = house.backup();
    try (Store store = house.open()) {
      late(store);
      Files.write(house.layout.database(), Files.readAllBytes(house.backup(manifest)));
      String health = failing(store);
      Path json =
          Path.of(health.replaceAll("(?s).*definitions are in (\\S+projects.json).*", "$1"));
      assertTrue(Files.readString(json).contains("\"late\""));
      assertEquals("RUNNING", Json.read(json.resolveSibling("desired.json")).get("late"));
    }
  }
}
