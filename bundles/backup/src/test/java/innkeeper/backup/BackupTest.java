package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.backup.Backups.BusyException;
import innkeeper.api.store.StoreException;
import innkeeper.common.backup.BackupName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class BackupTest {

  @TempDir Path dir;

  @Test
  void theSequenceOfADeletedBackupIsNotUsedAgain() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      BackupManifest newest = house.backup();
      Files.delete(house.backups.resolve(newest.name()));
      Files.delete(house.backups.resolve(newest.name() + ".json"));
      assertEquals(newest.seq() + 1, house.backup().seq());
      Files.delete(house.backups.resolve(".sequence"));
      assertEquals(newest.seq() + 2, house.backup().seq());
    }
  }

  @Test
  void aBackupIsAFileAndTheManifestThatProvesIt() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest made = house.backup();
      assertEquals("bot-2026-11-21T05-40-00-000Z.db", made.name());
      assertEquals(List.of(made.name(), made.name() + ".json"), house.files());
      assertEquals(made.facts(), house.store.inspect(house.backups.resolve(made.name())));
      assertEquals(List.of(made), house.service.list());
      assertEquals("test", made.hostVersion());
      assertEquals(List.of("backup.make ok"), house.audit.told());
      assertEquals(
          List.of("started 0", "copying 47", "verifying 95", "published 98", "pruned 100"),
          house.told);
    }
  }

  @Test
  void aPreviewIsComputedOnceUntilTheDatabaseChanges() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest made = house.backup();
      assertEquals(made.name(), house.service.preview(made.name()).backup());
      assertEquals(1, house.service.preview(made.name()).newerEntries());
      house.store.revision.incrementAndGet();
      assertEquals(2, house.service.preview(made.name()).newerEntries());
      assertThrows(BackupException.class, () -> house.service.preview("../bot.db"));
    }
  }

  @Test
  void filesAreTheOwnersAloneWhateverTheUmask() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest made = house.backup();
      assertEquals("rwx------", mode(house.backups));
      assertEquals("rw-------", mode(house.backups.resolve(made.name())));
      assertEquals("rw-------", mode(house.backups.resolve(made.name() + ".json")));
    }
  }

  @Test
  void anExistingFileIsNeverReplaced() throws Exception {
    try (House house = new House(dir)) {
      Files.createDirectories(house.backups);
      Path foreign = house.backups.resolve("bot-2026-11-21T05-40-00-000Z.db");
      Files.writeString(foreign, "someone's");
      BackupManifest first = house.backup();
      BackupManifest second = house.backup();
      assertEquals("bot-2026-11-21T05-40-00-001Z.db", first.name());
      assertEquals("bot-2026-11-21T05-40-00-002Z.db", second.name());
      assertEquals("someone's", Files.readString(foreign));
      assertEquals(List.of(first, second), house.service.list());
      assertTrue(second.seq() > first.seq());
    }
  }

  @Test
  void aFileCreatedAtTheLastMomentIsNotReplaced() throws Exception {
    try (House house = new House(dir)) {
      Path foreign = house.backups.resolve("bot-2026-11-21T05-40-00-000Z.db");
      house.steps =
          step -> {
            if (step.equals("publication")) {
              write(foreign, "someone's");
            }
          };
      BackupException e = assertThrows(BackupException.class, house::backup);
      assertTrue(e.getMessage().contains("publication"), e.getMessage());
      assertEquals("someone's", Files.readString(foreign));
      assertTrue(house.files().stream().noneMatch(BackupName::isTemporary));
    }
  }

  @Test
  void aSecondBackupAtTheSameTimeIsRefused() throws Exception {
    try (House house = new House(dir)) {
      CountDownLatch writing = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      house.store.whileWriting =
          () -> {
            writing.countDown();
            await(goOn);
          };
      CompletableFuture<BackupManifest> first = house.service.backup("demand", House.ACTOR);
      writing.await();
      assertTrue(house.service.status().running());
      assertTrue(house.service.status().progress() > 0.4);
      assertThrows(BusyException.class, () -> house.service.backup("demand", House.ACTOR));
      assertEquals(List.of(), house.service.list());
      goOn.countDown();
      first.get();
      assertFalse(house.service.status().running());
      house.backup();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"space check", "snapshot", "manifest", "publication"})
  void aFailureAtAnyStepIsNamedAndHarmsNoOlderBackup(String failing) throws Exception {
    try (House house = new House(dir)) {
      BackupManifest before = house.backup();
      house.time.pass(Duration.ofHours(1));
      house.steps =
          step -> {
            if (step.equals(failing)) {
              throw new UncheckedIOException(new IOException("No space left on device"));
            }
          };
      BackupException e = assertThrows(BackupException.class, house::backup);
      assertTrue(e.getMessage().contains(failing), e.getMessage());
      assertTrue(e.getMessage().contains("No space left"), e.getMessage());
      assertEquals(List.of(before), house.service.list());
      assertEquals(2, house.files().size(), "only the older backup and its manifest");
      assertEquals(e.getMessage(), house.service.status().lastError());
      assertEquals("backup.make failed", house.audit.told().get(1));
      house.steps = step -> {};
      house.backup();
      assertEquals("", house.service.status().lastError());
      assertEquals(2, house.service.list().size());
    }
  }

  @Test
  void anErrorOfTheStoreIsReportedInItsWords() throws Exception {
    try (House house = new House(dir)) {
      house.store.whileWriting =
          () -> {
            throw new StoreException("audit rows went missing in the copy");
          };
      BackupException e = assertThrows(BackupException.class, house::backup);
      assertTrue(e.getMessage().contains("audit rows went missing"), e.getMessage());
      assertEquals(List.of(), house.files());
    }
  }

  @Test
  void aFullDiskMakesNoBackupAndDeletesNone() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      house.store.estimated = Long.MAX_VALUE / 4;
      BackupException e = assertThrows(BackupException.class, house::backup);
      assertTrue(e.getMessage().contains("space check") && e.getMessage().contains("are needed"));
      assertEquals(1, house.service.list().size());
    }
  }

  @Test
  void aListenerThatThrowsStopsNothing() throws Exception {
    try (House house = new House(dir)) {
      house.listeners.add(
          0,
          (phase, percent, detail) -> {
            throw new IllegalStateException("listener");
          });
      house.backup();
      assertTrue(house.told.contains("pruned 100"));
    }
  }

  @Test
  void foreignAndPartialFilesAreNeitherCountedNorChanged() throws Exception {
    try (House house = new House(dir)) {
      Files.createDirectories(house.backups);
      Map<String, String> foreign = new HashMap<>();
      for (String name :
          List.of(
              "notes.txt",
              "bot.db",
              "bot-2026-11-21.db",
              ".tmp-mine",
              "bot-2020-01-01T00-00-00-000Z.db",
              "bot-2020-13-01T00-00-00-000Z.db",
              "bot-2020-01-02T00-00-00-000Z.db",
              "bot-2020-01-02T00-00-00-000Z.db.json")) {
        foreign.put(name, "content of " + name);
        Files.writeString(house.backups.resolve(name), foreign.get(name));
      }
      house.settings.set("BACKUP_KEEP", 1);
      for (int i = 0; i < 30; i++) {
        house.backup();
        house.time.pass(Duration.ofSeconds(1));
      }
      house.routine.round();
      for (Map.Entry<String, String> one : foreign.entrySet()) {
        assertEquals(one.getValue(), Files.readString(house.backups.resolve(one.getKey())));
      }
      assertEquals(Retention.FLOOR, house.service.status().verifiedCount());
      assertEquals(
          List.of("bot-2020-01-01T00-00-00-000Z.db", "bot-2020-01-02T00-00-00-000Z.db"),
          house.service.facts().invalid().keySet().stream().sorted().toList());
      assertTrue(house.service.prune(true, House.ACTOR).values().stream().allMatch(v -> v.keep()));
    }
  }

  @Test
  void aBackupThatWasCutOrSwappedIsNotCounted() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest cut = house.backup();
      BackupManifest swapped = house.backup();
      BackupManifest whole = house.backup();
      Files.writeString(house.backups.resolve(cut.name()), "cut");
      Files.copy(
          house.backups.resolve(whole.name() + ".json"),
          house.backups.resolve(swapped.name() + ".json"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      assertEquals(List.of(whole), house.service.list());
      assertEquals(2, house.service.facts().invalid().size());
    }
  }

  @Test
  void threeIntactBackupsAreKeptBesideDamagedOnes() throws Exception {
    try (House house = new House(dir)) {
      house.settings.set("BACKUP_KEEP", 3);
      List<BackupManifest> made = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        made.add(house.backup());
        house.time.pass(Duration.ofSeconds(1));
      }
      for (BackupManifest rotten : made.subList(1, 3)) {
        Path file = house.backups.resolve(rotten.name());
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
      }
      made.add(house.backup());
      house.time.pass(Duration.ofSeconds(1));
      made.add(house.backup());
      assertEquals(List.of(made.get(0), made.get(3), made.get(4)), house.service.list());
      assertEquals(5, house.files().stream().filter(f -> f.endsWith(".db")).count());
    }
  }

  @Test
  void pinnedBackupsAreNotPruned() throws Exception {
    try (House house = new House(dir)) {
      house.settings.set("BACKUP_KEEP", 1);
      List<BackupManifest> made = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        made.add(house.backup());
        house.time.pass(Duration.ofSeconds(1));
      }
      assertTrue(house.service.pin(made.get(0).name(), true, House.ACTOR).pinned());
      for (int i = 0; i < 5; i++) {
        house.backup();
        house.time.pass(Duration.ofSeconds(1));
      }
      assertEquals(made.get(0).pinned(true), house.service.list().get(0));
      assertEquals(4, house.service.list().size());
      house.service.pin(made.get(0).name(), false, House.ACTOR);
      assertFalse(house.service.prune(true, House.ACTOR).get(made.get(0).name()).keep());
      assertEquals(4, house.service.list().size(), "a dry run deletes nothing");
      house.service.prune(false, House.ACTOR);
      assertEquals(3, house.service.list().size());
      assertThrows(
          BackupException.class, () -> house.service.pin(made.get(0).name(), true, House.ACTOR));
      assertTrue(house.audit.told().contains("backup.pin ok"));
      assertTrue(house.audit.told().contains("backup.prune ok"));
    }
  }

  @Test
  void onlyABackupsNameFindsAFile() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest made = house.backup();
      assertTrue(house.service.file(made.name()).isPresent());
      for (String name :
          List.of("", "../bot.db", made.name() + ".json", ".state.json", "/etc/passwd")) {
        assertTrue(house.service.file(name).isEmpty(), name);
      }
    }
  }

  @Test
  void remainsAreDeletedAndTheManifestOfAMovedBackupStays() throws Exception {
    try (House house = new House(dir)) {
      BackupManifest moved = house.backup();
      BackupManifest whole = house.backup();
      Files.move(house.backups.resolve(moved.name()), dir.resolve("elsewhere.db"));
      String cut = "bot-2026-01-01T00-00-00-000Z.db";
      for (String name :
          List.of(
              cut + ".json",
              ".tmp-" + cut,
              ".tmp-" + cut + "-journal",
              ".tmp-" + cut + ".json",
              ".tmp-pre-migration-" + cut,
              "." + cut + ".json.tmp")) {
        Files.writeString(house.backups.resolve(name), "half");
      }
      house.routine.round();
      assertEquals(
          List.of(moved.name() + ".json", whole.name(), whole.name() + ".json"), house.files());
      assertTrue(house.service.facts().invalid().isEmpty());
    }
  }

  @Test
  void aBackupsDirectoryOnAnotherDiskIsFollowed() throws Exception {
    Path other = Files.createDirectory(dir.resolve("elsewhere"));
    Files.createSymbolicLink(dir.resolve("backups"), other);
    try (House house = new House(dir)) {
      BackupManifest made = house.backup();
      house.routine.round();
      assertTrue(Files.exists(other.resolve(made.name())));
    }
  }

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
