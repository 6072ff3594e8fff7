package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.settings.Settings;
import innkeeper.testkit.FakeSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An Error in one of the backup's threads ends neither it nor what it is for. */
@Timeout(60)
class ErrorsTest {

  @TempDir Path dir;

  private static void once(AtomicInteger calls) {
    if (calls.incrementAndGet() == 1) {
      throw new OutOfMemoryError("no heap, for once");
    }
  }

  @Test
  void anOutOfMemoryErrorFailsOneBackupAndNotTheNext() throws Exception {
    try (House house = new House(dir)) {
      AtomicInteger writes = new AtomicInteger();
      house.store.whileWriting = () -> once(writes);
      assertThrows(BackupException.class, house::backup);
      String error = house.service.status().lastError();
      assertTrue(error.contains("no heap, for once"), error);
      house.time.pass(Duration.ofHours(1));
      BackupManifest next = house.backup();
      assertTrue(house.service.list().contains(next));
      assertEquals("", house.service.status().lastError());
    }
  }

  @Test
  void theLoopContinuesAfterAnError() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(2);
    TestTime faulty =
        new TestTime() {
          @Override
          public Instant instant() {
            if (Thread.currentThread().getName().equals("backup-routine")) {
              again.countDown();
              once(asked);
            }
            return super.instant();
          }
        };
    try (House house = new House(dir, faulty)) {
      house.routine.start();
      assertTrue(again.await(30, TimeUnit.SECONDS));
      house.routine.close(Duration.ofSeconds(5));
    }
  }

  @Test
  void aBackupIsPassedToTheHookAgainAfterAnError() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (House house = new House(dir)) {
      Settings faulty =
          new FakeSettings(dir) {
            @Override
            public String get(String name) {
              if (Thread.currentThread().getName().equals("backup-hook")) {
                once(asked);
              }
              return name.equals("BACKUP_HOOK")
                  ? "touch " + dir.resolve("handed")
                  : super.get(name);
            }
          };
      BackupManifest made = house.backup();
      try (HookQueue hookQueue =
          new HookQueue(
              faulty,
              house.parts.backupDirectory(),
              new Hook(dir),
              house.parts.backupState(),
              house.parts.record(),
              house.parts.source())) {
        hookQueue.offer(made);
        while (house.parts.backupState().state().handedOver() != made.seq()) {
          Thread.sleep(5);
        }
      }
      assertTrue(asked.get() > 1);
      assertTrue(Files.exists(dir.resolve("handed")));
    }
  }
}
