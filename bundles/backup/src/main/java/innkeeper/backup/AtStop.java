package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.backup.Backups.BusyException;
import innkeeper.api.store.Snapshots;
import innkeeper.backup.file.HumanText;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backup at a host stop. It runs only if the database has changed since the last backup. An
 * operator who then copies another bot.db into place can still go back. It is limited in size and
 * time, so that the stop does not take long.
 */
final class AtStop {

  private static final Logger LOG = LoggerFactory.getLogger(AtStop.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final long MOST_BYTES = 64L << 20;

  private final BackupParts parts;
  private final BackupService service;
  private boolean done;

  AtStop(BackupParts parts, BackupService service) {
    this.parts = parts;
    this.service = service;
  }

  synchronized void backUp(Snapshots snapshots) {
    if (done) {
      return;
    }
    done = true;
    long end = System.nanoTime() + LIMIT.toNanos();
    service.join(LIMIT); // A running backup may finish, within the same limit.
    try {
      if (!parts.changes().since(snapshots) || snapshots.estimatedBytes() > MOST_BYTES) {
        return;
      }
      service
          .backup("stop", Actor.of(Actor.Via.BACKUP))
          .get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | BusyException e) {
      LOG.warn("no backup at stop, it took longer than limit={}", HumanText.span(LIMIT));
    } catch (ExecutionException | BackupException e) {
      LOG.warn("no backup at stop why={}", HumanText.why(e));
    } catch (RuntimeException e) {
      LOG.warn("no backup at stop, the store is gone already why={}", HumanText.why(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
