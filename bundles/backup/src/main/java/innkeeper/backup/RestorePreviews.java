package innkeeper.backup;

import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The previews of restores. They are computed on demand, one at a time, and cached until bot.db
 * changes.
 */
final class RestorePreviews {

  private static final int MOST = 16;

  private final AwaitedService<Snapshots> source;
  private final Map<String, RestorePreview> known = new LinkedHashMap<>();
  private Snapshots of;
  private long revision;

  RestorePreviews(AwaitedService<Snapshots> source) {
    this.source = source;
  }

  synchronized RestorePreview of(Path backup) {
    Snapshots snapshots =
        source
            .get()
            .orElseThrow(
                () ->
                    new BackupException(
                        backup.getFileName() + " was not compared: the store is away", null));
    String name = backup.getFileName().toString();
    try {
      forget(snapshots);
      RestorePreview preview = known.get(name);
      if (preview == null) {
        preview = snapshots.preview(backup);
        known.put(name, preview);
      }
      return preview;
    } catch (StoreException e) {
      throw new BackupException(name + " was not compared with bot.db: " + e.getMessage(), e);
    }
  }

  private void forget(Snapshots snapshots) {
    long now = snapshots.revision();
    if (snapshots != of || now != revision || known.size() >= MOST) {
      known.clear();
    }
    of = snapshots;
    revision = now;
  }
}
