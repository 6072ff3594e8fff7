package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore.UnreadableProject;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import innkeeper.store.sqlite.Connections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A definition that somebody wrote and nobody can read. */
@Timeout(60)
class UnreadableTest {

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(3);
    house.backup();
    try (Connection other = Connections.writer(house.layout.database());
        Statement statement = other.createStatement()) {
      statement.execute("UPDATE project SET definition = 'no {JSON' WHERE channel_id = 'c1'");
    }
  }

  private static Result health(Store store) {
    return store.checks().get("database:readable").execute();
  }

  private void c1AloneIsLeftOut(Store store) {
    assertEquals(
        List.of("c2"),
        store.projects().projects().stream().map(p -> p.definition().channelId()).toList());
    assertEquals(
        List.of(new UnreadableProject("c1", Desired.RUNNING, "it is no JSON object")),
        store.projects().unreadable());
    assertEquals(Result.Status.CRITICAL, health(store).getStatus());
    assertTrue(health(store).toString().contains("c1 (it is no JSON object)"));
  }

  @Test
  void anUnreadableDefinitionLeavesOutOneProjectAndABackupHasIt() throws Exception {
    try (Store store = house.open()) {
      c1AloneIsLeftOut(store);
      Path file = house.layout.quarantine().resolve("definitions-from-backups.json");
      String fix = "innkeeper --data " + house.dir + " apply " + file;
      assertTrue(health(store).toString().contains(fix), health(store).toString());
      String array = Files.readString(file).strip();
      assertEquals("c1", Json.map(array.substring(1, array.length() - 1)).get("channelId"));
      store.projects().apply(List.of(House.project("c1")), List.of(), List.of());
      assertEquals(List.of(), store.projects().unreadable());
      assertTrue(health(store).isOk());
    }
  }

  @Test
  void aBackupWithAnUnreadableDefinitionPassesTheRestoreDrill() throws Exception {
    try (Store store = house.open()) {
      BackupManifest manifest = house.backup();
      store
          .snapshots()
          .rehearse(house.backup(manifest), manifest.facts(), dir.resolve("rehearsal"));
      assertEquals(2, manifest.facts().rows().get("project"));
    }
  }

  @Test
  void anUnreadableDefinitionWithoutABackupCanBeRemoved() throws Exception {
    Durable.removeTree(house.layout.backups());
    try (Store store = house.open()) {
      c1AloneIsLeftOut(store);
      String fix = "innkeeper --data " + house.dir + " remove c1";
      assertTrue(health(store).toString().contains(fix), health(store).toString());
      store.projects().apply(List.of(), List.of("c1"), List.of());
      assertTrue(health(store).isOk());
    }
  }
}
