package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.ProjectDigests;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bot.db at rest that is not what was written any more, whatever its time and inode say. */
@Timeout(120)
class DamageTest {

  @TempDir Path dir;
  private House house;
  private BackupManifest manifest;

  @BeforeEach
  void fill() throws Exception {
    house = new House(Files.createDirectory(dir.resolve("it's data"))).filled(40);
    manifest = house.backup();
  }

  @Tag("nightly")
  @Test
  void aBitAnywhereIsNoticedOrChangesNothing() throws Exception {
    DamageTrial trial = new DamageTrial(dir.resolve("trial"));
    Map<DamageTrial.Outcome, Integer> counts = trial.random(26, 7);
    assertEquals(List.of(), trial.wrong);
    assertTrue(counts.get(DamageTrial.Outcome.REFUSED) > 0, counts::toString);
  }

  private void unnoticed(Deed deed) throws Exception {
    Path database = house.layout.database();
    FileTime time = Files.getLastModifiedTime(database);
    deed.run();
    Files.setLastModifiedTime(database, time);
  }

  private interface Deed {
    void run() throws Exception;
  }

  private String refused() throws Exception {
    Map<String, String> before = house.bytes();
    DatabaseRefusedException refused = assertThrows(DatabaseRefusedException.class, house::open);
    assertEquals(before, house.bytes(), "nothing was changed");
    String said = refused.getMessage();
    assertTrue(said.contains("bot.db is damaged"), said);
    String command = "innkeeper --data '%s' restore %s --yes";
    String data = house.dir.toString().replace("'", "'\\''");
    assertTrue(said.endsWith("what to do: " + command.formatted(data, manifest.name())), said);
    return said;
  }

  private void zero(String object) throws Exception {
    long root;
    try (Connection connection = Connections.immutable(house.layout.database())) {
      root =
          Sql.number(
              connection, "SELECT rootpage FROM sqlite_schema WHERE name = '" + object + "'");
    }
    try (RandomAccessFile raw = new RandomAccessFile(house.layout.database().toFile(), "rw")) {
      raw.seek((root - 1) * 4096);
      raw.write(new byte[4096]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "project",
        "sqlite_autoindex_project_1",
        "project_digest",
        "audit",
        "audit_by_channel",
        "audit_by_action",
        "taken_in"
      })
  void aRootPageOfZerosIsRefused(String object) throws Exception {
    unnoticed(() -> zero(object));
    refused();
  }

  /** Past the triggers, as a damaged page does. */
  private void behind(String sql) throws Exception {
    try (Connection other = Connections.fresh(house.layout.database());
        Statement statement = other.createStatement()) {
      List<String> triggers = ProjectDigests.SCHEMA.subList(1, ProjectDigests.SCHEMA.size());
      for (String trigger : triggers) {
        statement.execute("DROP TRIGGER " + trigger.split(" ")[2]);
      }
      statement.execute(sql);
      for (String trigger : triggers) {
        statement.execute(trigger);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE project SET id = 9 WHERE id = 1",
        "UPDATE project SET channel_id = 'c3' WHERE id = 1",
        "UPDATE project SET desired = 'STOPPED' WHERE id = 1",
        "UPDATE project SET definition = replace(definition, 'sleep', 'slaep') WHERE id = 1",
        "DELETE FROM project WHERE id = 1",
        "INSERT INTO project VALUES (9, 'c9', '{}', 'RUNNING')",
        "UPDATE project_digest SET digest = 'x' WHERE project_id = 1",
        "DELETE FROM project_digest WHERE project_id = 1"
      })
  void aChangedRowIsRefused(String sql) throws Exception {
    unnoticed(() -> behind(sql));
    refused();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TRIGGER audit_keeps",
        "DROP TRIGGER project_digest_update",
        "DROP INDEX audit_by_action",
        "ALTER TABLE project ADD COLUMN more TEXT",
        "DROP TABLE project_digest",
        "DROP TABLE project_digest; DROP TRIGGER project_digest_insert;"
            + "DROP TRIGGER project_digest_update; DROP TRIGGER project_digest_delete"
      })
  void anAlteredSchemaIsRefused(String sql) throws Exception {
    unnoticed(
        () -> {
          try (Connection other = Connections.fresh(house.layout.database());
              Statement statement = other.createStatement()) {
            for (String one : sql.split("; *")) {
              statement.execute(one);
            }
          }
        });
    assertTrue(refused().contains("schema was altered"), sql);
  }

  @Test
  void damageIsRefusedAfterACrashToo() throws Exception {
    try (Doomed host = Doomed.writer(house.dir)) {
      for (int i = 0; i < 20; i++) {
        host.line().orElseThrow();
      }
      host.kill();
    }
    try (Connection other = Connections.writer(house.layout.database())) {
      Sql.number(other, "PRAGMA wal_checkpoint(PASSIVE)");
    }
    behind("DELETE FROM project WHERE id = 1");
    DatabaseRefusedException refused = assertThrows(DatabaseRefusedException.class, house::open);
    assertTrue(refused.getMessage().contains("lost without being removed"), refused.getMessage());
  }

  @Test
  void aRefusalWithoutBackupsOffersAWorkingCommandToStartEmpty() throws Exception {
    Durable.removeTree(house.layout.backups());
    unnoticed(() -> zero("project"));
    DatabaseRefusedException refused = assertThrows(DatabaseRefusedException.class, house::open);
    String last = refused.lines().get(refused.lines().size() - 1);
    String command = last.substring(last.indexOf("mkdir"));
    assertEquals(0, new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor());
    try (Store store = house.open()) {
      assertEquals(List.of(), store.projects().projects());
    }
    assertTrue(Files.exists(house.layout.quarantine().resolve("bot.db")));
  }

  /** Made by a release that has no digests to check. */
  @Test
  void aBackupOfDamagedContentIsNotOffered() throws Exception {
    BackupManifest bad;
    Path copy = dir.resolve("copy");
    behind("UPDATE project SET definition = '{}' WHERE id = 1");
    Files.copy(house.layout.database(), copy);
    innkeeper.store.guard.ApplicationId.write(copy, innkeeper.store.guard.ApplicationId.BACKUP);
    bad = manifestOf(copy);
    String said = refused();
    assertFalse(said.contains(bad.name()), said);
  }

  /** Published as it is, the newest of all. */
  private BackupManifest manifestOf(Path file) throws Exception {
    String name = "bot-2099-01-01T00-00-00-000Z.db";
    Files.copy(file, house.layout.backups().resolve(name));
    var facts = manifest.facts();
    BackupManifest made =
        new BackupManifest(
            name,
            99,
            manifest.createdAt(),
            "demand",
            new innkeeper.api.store.Snapshots.SnapshotFacts(
                Files.size(file),
                innkeeper.common.file.Digest.of(file),
                facts.schemaVersion(),
                facts.rows(),
                facts.lastAuditSeq()),
            manifest.verifiedAt(),
            false,
            "0.1.0");
    Files.write(
        house.layout.backups().resolve(name + ".json"),
        innkeeper.store.file.Json.bytes(made.toMap()));
    return made;
  }

  @Test
  void theVerificationFindsADamagedRecordAndNamesAWholeBackup() throws Exception {
    try (Connection other = Connections.fresh(house.layout.database())) {
      House.tamper(other, "UPDATE audit SET detail = 'nothing' WHERE seq = 20");
    }
    try (Store store = house.open()) {
      BackupManifest broken = house.backup();
      store.verification().run();
      Result health = store.checks().get("audit:chain").execute();
      assertEquals(Result.Status.CRITICAL, health.getStatus());
      assertTrue(health.toString().contains("entry 20"), health.toString());
      assertTrue(health.toString().contains(manifest.name() + " --yes --stop"), health.toString());
      assertFalse(health.toString().contains(broken.name()), health.toString());
    }
  }

  @Test
  void aDamagedRowMakesBackupsAndReadsFail() throws Exception {
    try (Store store = house.open()) {
      behind("UPDATE project SET definition = '{}' WHERE id = 1");
      StoreException e = assertThrows(StoreException.class, house::backup);
      assertTrue(e.getMessage().contains("project c1 is not what was written"), e.getMessage());
      e = assertThrows(StoreException.class, () -> store.projects().projects());
      assertTrue(e.getMessage().contains("project c1 is not what was written"), e.getMessage());
      Result health = store.checks().get("database:readable").execute();
      assertEquals(Result.Status.CRITICAL, health.getStatus());
      assertTrue(health.toString().contains("restore " + manifest.name()), health.toString());
    }
  }
}
