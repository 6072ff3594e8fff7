package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.time.ZonedText;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.DatabaseState.Refused;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.table.Soundness;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The advice to restore a backup: its choice, the command, and the text of a refusal. */
public final class RestoreHint {

  /** The most backups that are checked. Each check reads the whole file. */
  private static final int MOST = 5;

  private RestoreHint() {}

  /**
   * Returns the newest backups that a start would accept, newest first. Their files match the
   * manifests and are sound.
   */
  private static List<BackupManifest> serving(Layout layout) throws IOException {
    KnownBackups known = new KnownBackups(layout.backups());
    return known.verified(MOST).stream().filter(backup -> sound(known.file(backup))).toList();
  }

  /**
   * Returns whether the content of a backup is sound. An older release may have backed up damaged
   * content.
   */
  private static boolean sound(Path backup) {
    try {
      return new Soundness(Migration.ALL).faultAtRest(backup, false, false).isEmpty();
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * @param verified the verified backups, newest first
   * @param running whether a host runs, which the command must stop first
   * @return the command; empty if there are no backups
   */
  public static Optional<String> command(
      Layout layout, List<BackupManifest> verified, boolean running) {
    // A pre-restore backup holds the database that a restore replaced, so it is the last choice.
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
   * Returns the restore command for a running host, for the newest backup that is accepted.
   *
   * @param serves decides whether to accept a backup; called only for sound backups
   */
  public static String whileRunning(Layout layout, Predicate<BackupManifest> serves)
      throws IOException {
    List<BackupManifest> good = serving(layout).stream().filter(serves).toList();
    return command(layout, good, true)
        .orElse("no backup in " + layout.backups() + " serves; restore one from elsewhere");
  }

  /** Returns the text of a refusal: the fault, the backups that can be restored, and the remedy. */
  static List<String> refusal(Layout layout, Refused refused) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("bot.db refused: " + layout.database() + ": " + refused.reason());
    lines.add("nothing was changed");
    List<BackupManifest> verified = serving(layout);
    if (verified.isEmpty()) {
      lines.add("there is no verified backup in " + layout.backups());
    } else {
      lines.add("verified backups in " + layout.backups() + ", newest first:");
    }
    for (BackupManifest manifest : verified) {
      lines.add(
          "  %s  made %s (%s), %d bytes, audit entries to %d"
              .formatted(
                  manifest.name(),
                  ZonedText.of(manifest.createdAt()),
                  manifest.kind(),
                  manifest.facts().bytes(),
                  manifest.facts().lastAuditSeq()));
    }
    lines.add(
        "what to do: "
            + (refused.advice().isEmpty()
                ? command(layout, verified, false).orElseGet(() -> withoutBackups(layout))
                : refused.advice()));
    return lines;
  }

  private static String withoutBackups(Layout layout) {
    String dir = OfferedCommand.quote(layout.dataDir().toString());
    return "restore a backup from elsewhere, or start without any project:"
        + " mkdir -p %1$s/quarantine && mv %1$s/bot.db* %1$s/bind.json %1$s/quarantine/"
            .formatted(dir);
  }
}
