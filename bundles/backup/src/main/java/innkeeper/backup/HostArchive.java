package innkeeper.backup;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The archive of the whole host that BACKUP_HOOK gets in addition to a backup, if BACKUP_ARCHIVE is
 * on.
 */
final class HostArchive {

  static final String NAME = "host.zip";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Settings settings;
  private final AwaitedService<Snapshots> store;
  private final Path target;

  /**
   * @param directory the directory of the backups
   */
  HostArchive(Settings settings, AwaitedService<Snapshots> store, Path directory) {
    this.settings = settings;
    this.store = store;
    this.target = directory.resolve(NAME);
  }

  /**
   * Replaces the archive of the previous backup.
   *
   * @return the path of the archive; empty if BACKUP_ARCHIVE is off
   * @throws StoreException if the archive could not be made
   */
  Optional<Path> make(Path backup) {
    String wanted = settings.get("BACKUP_ARCHIVE");
    if (wanted.equals("off")) {
      return Optional.empty();
    }
    store.await(PATIENCE).archive(backup, target, wanted.equals("with-env-files"));
    return Optional.of(target);
  }
}
