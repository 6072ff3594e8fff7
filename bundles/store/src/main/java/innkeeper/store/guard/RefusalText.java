package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.time.ZonedText;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.DatabaseState.Refused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The text of a refusal: the fault, the backups that can be restored, and the remedy. */
final class RefusalText {

  private RefusalText() {}

  static List<String> lines(Layout layout, Refused refused) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("bot.db refused: " + layout.database() + ": " + refused.reason());
    lines.add("nothing was changed");
    List<BackupManifest> verified = RestoreHint.serving(layout);
    if (verified.isEmpty()) {
      lines.add("there is no verified backup in " + layout.backups());
    } else {
      lines.add("verified backups in " + layout.backups() + ", newest first:");
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
    }
    lines.add("what to do: " + advice(layout, refused, verified));
    return lines;
  }

  private static String advice(Layout layout, Refused refused, List<BackupManifest> verified) {
    if (!refused.advice().isEmpty()) {
      return refused.advice();
    }
    return RestoreHint.command(layout, verified, false).orElseGet(() -> anew(layout));
  }

  /** Returns the advice for a DATA_DIR without backups: begin with an empty database. */
  private static String anew(Layout layout) {
    String dir = OfferedCommand.quote(layout.dataDir().toString());
    return "restore a backup from elsewhere, or start without any project: mkdir -p "
        + dir
        + "/quarantine && mv "
        + dir
        + "/bot.db* "
        + dir
        + "/bind.json "
        + dir
        + "/quarantine/";
  }
}
