package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.sound.Soundness;
import innkeeper.store.sqlite.Migration;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which backup to restore, and the command that does it. */
public final class RestoreHint {

  /** How many are looked at: each is read whole. */
  private static final int MOST = 5;

  private RestoreHint() {}

  /** The newest that a start would take, newest first: the file a manifest tells of, and sound. */
  static List<BackupManifest> serving(Layout layout) throws IOException {
    KnownBackups known = new KnownBackups(layout.backups());
    return known.verified(MOST).stream().filter(backup -> sound(known.file(backup))).toList();
  }

  /** One that an older release made may hold what was damaged already. */
  private static boolean sound(Path backup) {
    try {
      return new Soundness(Migration.ALL).faultAtRest(backup, false).isEmpty();
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * @param verified newest first
   * @param running whether a host runs, which the command is to stop first
   * @return empty when there is none to restore
   */
  public static Optional<String> command(
      Layout layout, List<BackupManifest> verified, boolean running) {
    // One made before a restore holds what was restored from: the last resort.
    Optional<BackupManifest> best =
        verified.stream()
            .filter(manifest -> !manifest.kind().equals("pre-restore"))
            .findFirst()
            .or(() -> verified.stream().findFirst());
    return best.map(manifest -> command(layout, manifest, running));
  }

  private static String command(Layout layout, BackupManifest manifest, boolean running) {
    return running
        ? OfferedCommand.innkeeper(layout.dataDir(), "restore", manifest.name(), "--yes", "--stop")
        : OfferedCommand.innkeeper(layout.dataDir(), "restore", manifest.name(), "--yes");
  }

  /**
   * For a host that runs: of the newest verified ones the first that serves.
   *
   * @param serves asked of those that a start would take
   */
  public static String whileRunning(Layout layout, Predicate<BackupManifest> serves)
      throws IOException {
    List<BackupManifest> good = serving(layout).stream().filter(serves).toList();
    return command(layout, good, true)
        .orElse("no backup in " + layout.backups() + " serves; restore one from elsewhere");
  }
}
