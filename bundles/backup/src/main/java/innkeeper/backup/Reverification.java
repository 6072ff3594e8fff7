package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import innkeeper.backup.file.HumanText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repeated verification of kept backups. It reads the content of a backup one week after the
 * last verification, and at once if the file has changed. Disks lose data and people make mistakes,
 * and a restore must not be the first to find out. One backup is verified at a time, the oldest
 * verification first.
 */
final class Reverification {

  private static final Logger LOG = LoggerFactory.getLogger(Reverification.class);
  private static final Duration EVERY = Duration.ofDays(7);

  private final BackupParts parts;

  Reverification(BackupParts parts) {
    this.parts = parts;
  }

  void one(Snapshots snapshots) throws IOException {
    Instant before = parts.clock().instant().minus(EVERY);
    List<BackupManifest> due = new ArrayList<>();
    for (BackupManifest backup : parts.backupDirectory().contents().verified()) {
      if (parts.integrity().touched(backup) || backup.verifiedAt().isBefore(before)) {
        due.add(backup);
      }
    }
    due.sort(Comparator.comparing(BackupManifest::verifiedAt));
    if (!due.isEmpty()) {
      look(due.get(0), snapshots);
    }
  }

  private void look(BackupManifest backup, Snapshots snapshots) throws IOException {
    String wrong = "";
    try {
      if (!snapshots.inspect(parts.backupDirectory().file(backup.name())).equals(backup.facts())) {
        wrong = "its content is no longer what its manifest says";
      }
    } catch (StoreException e) {
      wrong = HumanText.why(e);
    }
    if (wrong.isEmpty()) {
      Instant now = parts.clock().instant().truncatedTo(ChronoUnit.MILLIS);
      parts.integrity().renew(backup.name());
      parts.pruning().verified(backup.name(), now);
    } else if (parts.source().get().filter(now -> now == snapshots).isPresent()) {
      parts.backupDirectory().rotten(backup.name(), wrong);
      LOG.warn("backup no longer whole, not counted name={} why={}", backup.name(), wrong);
      parts
          .record()
          .write(
              "backup.verify", Actor.of(Actor.Via.BACKUP), "failed", backup.name() + " " + wrong);
    }
  }
}
