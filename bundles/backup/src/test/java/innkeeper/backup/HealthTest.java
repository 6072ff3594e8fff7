package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthTest {

  @TempDir Path dir;

  private static Result.Status age(House house) {
    return new BackupChecks(house.service::facts).age().getStatus();
  }

  @Test
  void aMissingFirstBackupFailsAfterTwoIntervals() throws Exception {
    TestTime time = new TestTime();
    try (House house = new House(dir, time)) {
      house.parts.backupState().state();
      assertEquals(Result.Status.OK, age(house));
      time.pass(Duration.ofHours(2));
      assertEquals(Result.Status.OK, age(house));
    }
    try (House restarted = new House(dir, time)) {
      time.pass(Duration.ofSeconds(1));
      assertEquals(Result.Status.CRITICAL, age(restarted));
      restarted.settings.set("BACKUP_INTERVAL_HOURS", 0);
      assertEquals(Result.Status.OK, age(restarted));
    }
  }

  @Test
  void theAgeOfTheNewestFileOnDiskDecides() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      house.time.pass(Duration.ofHours(2));
      assertEquals(Result.Status.OK, age(house));
      house.time.pass(Duration.ofSeconds(1));
      assertEquals(Result.Status.WARN, age(house));
      house.time.pass(Duration.ofHours(2));
      assertEquals(Result.Status.CRITICAL, age(house));
      house.settings.set("BACKUP_INTERVAL_HOURS", 0);
      assertEquals(Result.Status.OK, age(house));
    }
  }

  @Test
  void aDeletedBackupDoesNotCount() throws Exception {
    try (House house = new House(dir)) {
      house.parts.backupState().state();
      Files.delete(house.backups.resolve(house.backup().name()));
      house.time.pass(Duration.ofHours(3));
      String told = new BackupChecks(house.service::facts).age().toString();
      assertEquals(Result.Status.CRITICAL, age(house));
      assertTrue(told.contains("no verified backup"), told);
    }
  }

  @Test
  void oneFailureWarnsAndThreeInARowFail() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      house.store.whileWriting =
          () -> {
            throw new StoreException("disk I/O error");
          };
      assertThrows(BackupException.class, house::backup);
      assertEquals(Result.Status.WARN, age(house));
      assertThrows(BackupException.class, house::backup);
      assertThrows(BackupException.class, house::backup);
      assertEquals(Result.Status.CRITICAL, age(house));
      assertTrue(
          new BackupChecks(house.service::facts).age().toString().contains("disk I/O error"));
      house.store.whileWriting = () -> {};
      house.backup();
      assertEquals(Result.Status.OK, age(house));
    }
  }

  @Test
  void aFileWithABackupsNameAndNoManifestWarns() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      Files.writeString(house.backups.resolve("bot-2020-01-01T00-00-00-000Z.db"), "");
      assertEquals(Result.Status.WARN, age(house));
    }
  }
}
