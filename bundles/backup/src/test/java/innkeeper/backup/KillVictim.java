package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A process that makes backups and prunes, and is gone before its n-th step on disk. */
final class KillVictim {

  private KillVictim() {}

  public static void main(String[] args) throws Exception {
    int killAt = Integer.parseInt(args[1]);
    AtomicInteger steps = new AtomicInteger();
    Runnable step =
        () -> {
          if (steps.incrementAndGet() >= killAt) {
            Runtime.getRuntime().halt(137);
          }
        };
    TestTime time = new TestTime();
    time.pass(java.time.Duration.ofSeconds(Long.parseLong(args[2])));
    House house = new House(Path.of(args[0]), time);
    house.settings.set("BACKUP_KEEP", 1).set("BACKUP_KEEP_HOURLY", 0);
    house.steps = name -> step.run();
    house.store.whileWriting = step;
    house.routine.round();
    while (true) {
      BackupManifest made = house.backup();
      System.out.println(made.name());
      time.pass(java.time.Duration.ofSeconds(1));
    }
  }
}
