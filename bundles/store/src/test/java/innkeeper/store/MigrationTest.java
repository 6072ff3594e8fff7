package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Desired;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.write.CheckpointPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MigrationTest {

  @TempDir Path dir;
  private House house;
  private List<Migration> next;

  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(20);
    next = new ArrayList<>(Migration.ALL);
    next.add(new Migration(Migration.newest(Migration.ALL) + 1, List.of("CREATE TABLE more (a)")));
  }

  private List<BackupManifest> backups() throws Exception {
    return new KnownBackups(house.layout.backups()).verified(100);
  }

  private StoreOptions migrating(List<Migration> steps) {
    return house.options(steps, new AtomicLong(), CheckpointPolicy.NEVER, step -> {});
  }

  @Test
  void aVerifiedBackupIsMadeBeforeTheSchemaChanges() throws Exception {
    List<String> before = House.immutableContent(house.layout.database());
    try (Store store = Store.open(migrating(next))) {
      assertEquals(1, backups().size());
      BackupManifest manifest = backups().get(0);
      assertEquals("pre-migration", manifest.kind());
      assertEquals(Migration.newest(Migration.ALL), manifest.facts().schemaVersion());
      assertEquals(before, House.immutableContent(house.backup(manifest)));
      var entries = store.audit().entries(10, Long.MAX_VALUE, "", "database.migrate").entries();
      assertEquals(1, entries.size());
      assertTrue(entries.get(0).detail().contains(manifest.name()));
    }
    Store.open(migrating(next)).close();
    assertEquals(1, backups().size(), "once");
  }

  @Test
  void theOldReleaseRefusesTheNewSchemaAndNamesTheBackup() throws Exception {
    Store.open(migrating(next)).close();
    var before = house.bytes();
    DatabaseRefusedException refused = assertThrows(DatabaseRefusedException.class, house::open);
    assertEquals(before, house.bytes());
    assertTrue(refused.getMessage().contains("newer release"));
    assertTrue(refused.getMessage().contains(backups().get(0).name()));
    Files.copy(
        house.backup(backups().get(0)),
        house.layout.database(),
        StandardCopyOption.REPLACE_EXISTING);
    house.open().close();
  }

  @Test
  void aMigrationThatFailsLeavesTheOldSchema() throws Exception {
    List<String> before = House.immutableContent(house.layout.database());
    List<Migration> bad = new ArrayList<>(Migration.ALL);
    bad.add(
        new Migration(
            Migration.newest(Migration.ALL) + 1,
            List.of("CREATE TABLE more (a)", "DELETE FROM project", "nonsense")));
    assertThrows(SQLException.class, () -> Store.open(migrating(bad)));
    house.open().close();
    assertEquals(before, House.immutableContent(house.layout.database()));
  }

  /** The release before reads what a newer one wrote, and leaves it what it does not know. */
  @Test
  void aDefinitionWithMembersOfANewerReleaseIsReadAndStays() throws Exception {
    try (Connection connection = Connections.fresh(house.layout.database());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE project SET definition = json_set(definition, '$.later', 1,"
              + " '$.log.later', 2) WHERE channel_id = 'c1'");
    }
    try (Store store = house.open()) {
      assertEquals(
          List.of(House.project("c1"), House.project("c2")),
          store.projects().projects().stream().map(p -> p.definition()).toList());
      store.projects().desire("c1", Desired.STOPPED, House.draft("stop"));
    }
    String stored = House.immutableContent(house.layout.database()).get(0);
    assertTrue(stored.startsWith("c1STOPPED"), stored);
    assertTrue(stored.contains("\"later\":1") && stored.contains("\"later\":2"), stored);
  }
}
