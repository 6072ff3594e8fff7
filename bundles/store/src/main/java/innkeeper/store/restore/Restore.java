package innkeeper.store.restore;

import innkeeper.api.store.StoreException;
import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import innkeeper.common.time.IsoTime;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Header;
import innkeeper.store.guard.Intent;
import innkeeper.store.guard.Layout;
import innkeeper.store.snapshot.Publication;
import innkeeper.store.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Puts a backup with its backup stamp in the place of bot.db. After the rename, the guard of the
 * next start always completes the restore. The guard quarantines the side files of the old database
 * and writes the audit entry. Before the rename, bot.db is unchanged.
 */
final class Restore {

  private final Layout layout;
  private final Clock clock;
  private final String hostVersion;
  private final WorkProgress progress;

  Restore(Layout layout, Clock clock, String hostVersion, WorkProgress progress) {
    this.layout = layout;
    this.clock = clock;
    this.hostVersion = hostVersion;
    this.progress = progress;
  }

  @SuppressWarnings("try") // The phase variable is not used inside the block.
  void run(
      RestoreSource source,
      CurrentDatabase current,
      RestorePlan plan,
      boolean keepAudit,
      String uid)
      throws IOException, SQLException, RestoreException {
    // If bot.db is a link to a file on another disk, the restored file goes to that place.
    Path place = Files.isRegularFile(layout.database()) ? layout.realDatabase() : layout.database();
    if (Files.exists(layout.backups()) && place.startsWith(layout.backups().toRealPath())) {
      place = layout.database();
    }
    Path fresh = place.resolveSibling(".bot.db.restore");
    Files.deleteIfExists(fresh);
    copy(source.file(), fresh);
    String hash;
    try (WorkProgress.Phase reading = progress.begin("reading the copy back")) {
      hash = stamped(source, fresh);
    }
    String safety = safety(current);
    boolean carry = keepAudit && plan.newer() > 0 && current.copy().isPresent();
    Intent.ordered(source.manifest().name(), hash, clock.instant(), safety, uid, carry)
        .write(layout);
    progress.say("putting it in bot.db's place");
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    Durable.force(place.getParent());
  }

  @SuppressWarnings("try") // The phase variable is not used inside the block.
  private void copy(Path from, Path to) throws IOException {
    try (WorkProgress.Phase copying =
        progress.begin("copying the backup", Files.size(from), () -> to.toFile().length())) {
      Durable.copy(from, to);
    }
  }

  /**
   * Stamps the copy as a backup; returns its hash. The copy is read back, because a disk may return
   * other data than it was given.
   */
  private static String stamped(RestoreSource source, Path fresh)
      throws IOException, RestoreException {
    String hash = Digest.of(fresh);
    if (!hash.equals(source.manifest().facts().sha256())) {
      Files.delete(fresh);
      throw new RestoreException("the copy of " + source.file() + " came out different");
    }
    if (Header.read(fresh).applicationId() == ApplicationId.BACKUP) {
      return hash;
    }
    ApplicationId.write(fresh, ApplicationId.BACKUP);
    return Digest.of(fresh);
  }

  /** Makes a backup of the present database if it is sound, else copies the files unchanged. */
  @SuppressWarnings("try") // The phase variable is not used inside the block.
  private String safety(CurrentDatabase current) throws IOException, RestoreException {
    if (current.copy().isPresent()) {
      AtomicLong done = new AtomicLong();
      Path whole = current.copy().get();
      long bytes = whole.toFile().length();
      try (WorkProgress.Phase copying =
          progress.begin("making a safety copy of what is there", bytes, done::get)) {
        return new Publication(layout, clock, hostVersion)
            .publish(
                (target, unused) ->
                    new SnapshotWriter(whole)
                        .write(target, part -> done.set((long) (part * bytes))),
                "pre-restore")
            .name();
      } catch (StoreException e) {
        throw new RestoreException("no safety copy, so no restore: " + e.getMessage(), e);
      }
    }
    Path database = layout.database();
    if (!Files.isRegularFile(database)
        && !Files.isDirectory(database)
        && !Layout.hasSidecar(database)) {
      return "";
    }
    String name = "before-restore-" + IsoTime.text(clock.instant()).replaceAll("[:.]", "-");
    Path directory = layout.quarantine().resolve(name);
    progress.say("setting aside what is there in " + directory);
    Durable.directory(directory);
    for (String suffix : new String[] {"", "-wal", "-shm", "-journal"}) {
      Path file = Layout.sidecar(database, suffix);
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        Durable.copy(file, directory.resolve(file.getFileName()));
      } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(file, directory.resolve(file.getFileName()));
      }
    }
    Durable.force(directory);
    Durable.force(layout.quarantine());
    return "quarantine/" + name;
  }
}
