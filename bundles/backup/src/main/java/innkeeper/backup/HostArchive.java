package innkeeper.backup;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The archive of the whole host that BACKUP_HOOK gets beside a backup, if BACKUP_ARCHIVE says so.
 */
final class HostArchive {

  static final String NAME = "host.zip";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Settings settings;
  private final AwaitedService<Snapshots> store;
  private final Path target;

  /**
   * @param directory of the backups
   */
  HostArchive(Settings settings, AwaitedService<Snapshots> store, Path directory) {
    this.settings = settings;
    this.store = store;
    this.target = directory.resolve(NAME);
  }

  /**
   * Replaces the archive of the backup before.
   *
   * @return empty if none is wanted
   * @throws StoreException if it could not be made
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
