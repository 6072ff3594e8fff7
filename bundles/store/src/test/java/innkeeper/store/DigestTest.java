package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Desired;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A release that knows no digests opens and writes the same bot.db, before and after this one. */
@Timeout(60)
class DigestTest {

  /** A project, as a program that knows no digests writes it. */
  private static final String PUT =
      "INSERT INTO project (channel_id, definition, desired) VALUES ('%s',"
          + " '{\"channelId\":\"%1$s\",\"command\":[\"true\"],\"directory\":\"/\"}', 'RUNNING') ON"
          + " CONFLICT (channel_id) DO UPDATE SET definition = excluded.definition";

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void move() throws Exception {
    house = new House(dir);
  }

  /** Leaves a database of release 0.1.0: its schema, and a bind.json without the newer members. */
  private void older(String... sqls) throws Exception {
    Path database = house.layout.database();
    boolean there = Files.exists(database);
    if (!there) {
      Files.createFile(database);
    }
    int epoch = ApplicationId.epoch();
    try (Connection connection = Connections.fresh(database);
        Statement statement = connection.createStatement()) {
      Migration.run(connection, Migration.ALL);
      for (String sql : sqls) {
        statement.execute(sql);
      }
      Sql.execute(connection, "PRAGMA application_id=" + epoch);
    }
    Bind was = Bind.read(dir).orElse(new Bind(Bind.State.CLOSED, epoch, epoch));
    new Bind(
            Bind.State.CLOSED,
            epoch,
            epoch,
            was.auditSeq(),
            was.auditHash(),
            "",
            was.projects(),
            "")
        .write(dir);
    Path bind = dir.resolve(Bind.NAME);
    Files.writeString(bind, Files.readString(bind).replaceAll(",\"projects\":\\[[^]]*\\]", ""));
  }

  private static List<String> said(Store store) {
    return store.audit().entries(100, Long.MAX_VALUE, "", "database.digest").entries().stream()
        .map(entry -> entry.detail())
        .toList();
  }

  private List<String> ids(Store store) {
    return store.projects().projects().stream().map(p -> p.definition().channelId()).toList();
  }

  private void proven() throws Exception {
    try (Connection connection = Connections.immutable(house.layout.database())) {
      assertEquals(
          0,
          Sql.number(connection, "SELECT count(*) FROM project_digest WHERE length(digest) <> 16"));
      assertEquals(
          Sql.number(connection, "SELECT count(*) FROM project"),
          Sql.number(connection, "SELECT count(*) FROM project_digest"));
      assertEquals(1, Sql.number(connection, "PRAGMA user_version"));
    }
  }

  @Test
  void aDatabaseWithoutDigestsGetsThemWithOneEntry() throws Exception {
    older(PUT.formatted("a"), PUT.formatted("b"));
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        assertEquals(List.of("a", "b"), ids(store));
        assertEquals(1, said(store).size());
        assertTrue(said(store).get(0).endsWith(": a, b"), said(store)::toString);
        assertTrue(store.audit().verify().whole());
      }
      proven();
    }
  }

  @Test
  void aRowWrittenWithoutADigestGetsOneWithOneEntry() throws Exception {
    house.filled(3);
    older(
        PUT.formatted("new"),
        PUT.formatted("c1"),
        "UPDATE project SET desired = 'STOPPED' WHERE channel_id = 'c1'",
        "DELETE FROM project WHERE channel_id = 'c2'");
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        assertEquals(List.of("c1", "new"), ids(store));
        assertEquals(Desired.STOPPED, store.projects().projects().get(0).desired());
        assertEquals(1, said(store).size());
        assertTrue(said(store).get(0).endsWith(": c1, new"), said(store)::toString);
        assertEquals(
            List.of(), store.audit().entries(9, Long.MAX_VALUE, "", "database.suspect").entries());
      }
      proven();
    }
  }

  @Test
  void ourOwnWritesLeaveNoVoidDigest() throws Exception {
    try (Store store = house.filled(1).open()) {
      store.projects().desire("c1", Desired.STOPPED, House.draft("stop"));
      store.projects().apply(List.of(House.project("c1")), List.of("c2"), List.of());
      store.projects().apply(List.of(House.project("c2")), List.of(), List.of());
    }
    proven();
    try (Store store = house.open()) {
      assertEquals(List.of(), said(store));
    }
  }

  @Test
  void aBackupWithoutDigestsIsRestored() throws Exception {
    older(PUT.formatted("a"));
    BackupManifest manifest = house.backup();
    assertFalse(manifest.facts().rows().containsKey("project_digest"));
    try (Store store = house.open()) {
      store.projects().apply(List.of(House.project("late")), List.of(), List.of());
      store
          .snapshots()
          .rehearse(house.backup(manifest), manifest.facts(), dir.resolve("rehearsal"));
    }
    Files.copy(
        house.backup(manifest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = house.open()) {
      assertEquals(List.of("a"), ids(store));
      assertEquals(1, said(store).size());
    }
    proven();
  }

  @Test
  void aProjectRemovedWhileNoHostRanIsReported() throws Exception {
    house.filled(1);
    try (Connection other = Connections.writer(house.layout.database());
        Statement statement = other.createStatement()) {
      statement.execute("DELETE FROM project WHERE channel_id = 'c2'");
    }
    try (Store store = house.open()) {
      assertTrue(
          store.audit().entries(9, Long.MAX_VALUE, "", "database.suspect").entries().stream()
              .anyMatch(e -> e.detail().endsWith("removed while no host ran: c2")));
    }
  }
}
