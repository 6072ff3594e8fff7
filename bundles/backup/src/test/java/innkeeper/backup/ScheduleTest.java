package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ScheduleTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path dir;

  /** Lets time go by as the routine sees it, looking each half minute. */
  private static int backupsDuring(House house, Duration span) throws Exception {
    return backupsDuring(house, span, Duration.ofSeconds(30));
  }

  private static int backupsDuring(House house, Duration span, Duration look) throws Exception {
    int before = house.store.written.get();
    for (Duration left = span; !left.isZero(); left = left.minus(look)) {
      house.time.pass(look);
      house.routine.round();
    }
    return house.store.written.get() - before;
  }

  private static List<String> names(House house) {
    return house.service.list().stream().map(BackupManifest::name).toList();
  }

  @Test
  void theFirstIsMadeHalfAMinuteAfterTheStart() throws Exception {
    try (House house = new House(dir)) {
      house.routine.round();
      assertEquals(0, house.store.written.get());
      house.time.pass(Duration.ofSeconds(29));
      house.routine.round();
      assertEquals(0, house.store.written.get());
      house.time.pass(Duration.ofSeconds(1));
      house.routine.round();
      assertEquals(1, house.store.written.get());
      assertEquals("scheduled", house.service.list().get(0).kind());
    }
  }

  @Test
  void oneIsMadeEachInterval() throws Exception {
    try (House house = new House(dir)) {
      assertEquals(10, backupsDuring(house, Duration.ofHours(10), MINUTE));
      house.settings.set("BACKUP_INTERVAL_HOURS", "0.5");
      assertEquals(20, backupsDuring(house, Duration.ofHours(10), MINUTE));
    }
  }

  @Test
  void afterARestartTheNewestOneDecides() throws Exception {
    TestTime time = new TestTime();
    try (House house = new House(dir, time)) {
      backupsDuring(house, MINUTE);
    }
    time.pass(Duration.ofMinutes(20));
    try (House house = new House(dir, time)) {
      assertEquals(0, backupsDuring(house, Duration.ofMinutes(38)));
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(2)));
    }
  }

  @Test
  void oneBackupIsMadeAfterSleepOrDowntime() throws Exception {
    TestTime time = new TestTime();
    try (House house = new House(dir, time)) {
      backupsDuring(house, MINUTE);
      time.step(Duration.ofHours(10));
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(59)));
    }
    time.pass(Duration.ofDays(3));
    try (House house = new House(dir, time)) {
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(59)));
    }
  }

  @Test
  void aClockSetBackByADayDelaysNothing() throws Exception {
    try (House house = new House(dir)) {
      backupsDuring(house, MINUTE);
      house.time.step(Duration.ofDays(-1));
      assertEquals(1, backupsDuring(house, MINUTE), "one at once");
      assertEquals(5, backupsDuring(house, Duration.ofHours(5)));
    }
  }

  @Test
  void aClockJumpOfTenYearsMakesOneBackupEachWay() throws Exception {
    try (House house = new House(dir)) {
      backupsDuring(house, MINUTE);
      List<String> before = names(house);
      house.time.step(Duration.ofDays(3650));
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(30)));
      house.time.step(Duration.ofDays(-3650));
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(30)));
      assertTrue(names(house).containsAll(before));
    }
  }

  @Test
  void aSmallStepBackDelaysNothing() throws Exception {
    try (House house = new House(dir)) {
      backupsDuring(house, MINUTE);
      house.time.step(Duration.ofMinutes(-4));
      assertEquals(3, backupsDuring(house, Duration.ofHours(3)));
    }
  }

  @Test
  void intervalZeroMakesNoScheduledBackup() throws Exception {
    try (House house = new House(dir)) {
      house.settings.set("BACKUP_INTERVAL_HOURS", 0);
      assertEquals(0, backupsDuring(house, Duration.ofHours(5)));
      assertEquals(Optional.empty(), house.service.status().nextDueAt());
      house.backup();
      assertEquals(0, backupsDuring(house, Duration.ofHours(5)));
    }
  }

  @Test
  void aBackupOnDemandDelaysTheNext() throws Exception {
    try (House house = new House(dir)) {
      backupsDuring(house, MINUTE);
      backupsDuring(house, Duration.ofMinutes(40));
      house.backup();
      assertEquals(0, backupsDuring(house, Duration.ofMinutes(59)));
      Instant due = house.service.status().nextDueAt().orElseThrow();
      assertEquals(MINUTE, Duration.between(house.time.instant(), due));
    }
  }

  @Test
  void aFailedBackupIsRetriedWithBackOff() throws Exception {
    try (House house = new House(dir)) {
      house.store.whileWriting =
          () -> {
            throw new StoreException("disk I/O error");
          };
      backupsDuring(house, Duration.ofMinutes(60));
      long tries = house.audit.told().stream().filter("backup.make failed"::equals).count();
      assertTrue(tries >= 5 && tries <= 7, tries + " tries in an hour");
      house.store.whileWriting = () -> {};
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(60)));
    }
  }

  @Test
  void aBackupWaitsWhileTheStoreIsMissing() throws Exception {
    try (House house = new House(dir)) {
      house.parts.source().remove(house.store);
      assertEquals(0, backupsDuring(house, Duration.ofHours(3)));
      assertEquals(List.of(), house.audit.told());
      house.parts.source().add(house.store);
      assertEquals(1, backupsDuring(house, Duration.ofMinutes(30)));
    }
  }

  @Test
  void aRestoreDrillRunsOnceADayAndUpdatesTheManifest() throws Exception {
    try (House house = new House(dir)) {
      backupsDuring(house, Duration.ofHours(2));
      assertEquals(1, house.store.rehearsed.get());
      BackupManifest rehearsed = house.service.list().get(0);
      assertTrue(rehearsed.verifiedAt().isAfter(rehearsed.createdAt()));
      backupsDuring(house, Duration.ofHours(50), Duration.ofMinutes(10));
      assertEquals(3, house.store.rehearsed.get());
      assertFalse(java.nio.file.Files.exists(dir.resolve("run/rehearsal")));
    }
  }

  @Test
  void aRestartDoesNotRepeatTheRestoreDrill() throws Exception {
    TestTime time = new TestTime();
    try (House house = new House(dir, time)) {
      backupsDuring(house, Duration.ofHours(1));
      assertEquals(1, house.store.rehearsed.get());
    }
    try (House house = new House(dir, time)) {
      backupsDuring(house, Duration.ofHours(1));
      assertEquals(0, house.store.rehearsed.get());
    }
  }

  @Test
  void aFailedRestoreDrillIsReportedAndRetriedInAnHour() throws Exception {
    try (House house = new House(dir)) {
      house.store.rehearsalError = "foreign keys are broken";
      backupsDuring(house, Duration.ofMinutes(30));
      assertEquals("foreign keys are broken", house.service.status().lastRehearsalError());
      assertTrue(house.audit.told().contains("backup.rehearse failed"));
      assertFalse(new BackupChecks(house.service::facts).drill().isOk());
      house.store.rehearsalError = "";
      backupsDuring(house, Duration.ofMinutes(61));
      assertEquals("", house.service.status().lastRehearsalError());
      assertTrue(new BackupChecks(house.service::facts).drill().isOk());
    }
  }

  @Test
  void aTouchedBackupIsVerifiedAtOnceAndOthersAfterAWeek() throws Exception {
    try (House house = new House(dir)) {
      house.settings.set("BACKUP_INTERVAL_HOURS", 0);
      BackupManifest sound = house.backup();
      BackupManifest rotten = house.backup();
      java.nio.file.Path file = house.backups.resolve(rotten.name());
      byte[] bytes = java.nio.file.Files.readAllBytes(file);
      bytes[3] ^= 1;
      java.nio.file.Files.write(file, bytes);
      backupsDuring(house, MINUTE);
      assertEquals(List.of(sound.name()), names(house));
      house.time.step(Duration.ofDays(8));
      backupsDuring(house, MINUTE.multipliedBy(2));
      assertEquals(List.of(sound.name()), names(house));
      assertTrue(
          house
              .service
              .list()
              .get(0)
              .verifiedAt()
              .isAfter(sound.verifiedAt().plus(Duration.ofDays(7))));
      assertTrue(house.service.facts().invalid().containsKey(rotten.name()));
      assertTrue(house.audit.told().contains("backup.verify failed"));
    }
  }

  @Test
  void aBackupOnDemandWaitsForTheStore() throws Exception {
    try (House house = new House(dir)) {
      house.parts.source().remove(house.store);
      CompletableFuture<BackupManifest> backup = house.service.backup("demand", House.ACTOR);
      house.parts.source().add(house.store);
      assertEquals(List.of(backup.get(10, TimeUnit.SECONDS)), house.service.list());
    }
  }

  @Test
  void aBackupStartsAgainAfterTheStoreIsReplaced() throws Exception {
    try (House house = new House(dir)) {
      FakeSnapshots successor = new FakeSnapshots();
      house.store.whileWriting =
          () -> {
            house.parts.source().remove(house.store);
            house.parts.source().add(successor);
            throw new StoreException("no copy is made any more: the store is closing");
          };
      house.backup();
      assertEquals(1, house.service.list().size());
      assertEquals(1, successor.written.get());
      assertEquals(List.of("backup.make ok"), house.audit.told());
    }
  }
}
