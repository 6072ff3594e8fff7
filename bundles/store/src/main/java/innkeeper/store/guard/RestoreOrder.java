package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The order of {@code innkeeper restore} to the next start: this content was put in the place of
 * bot.db on purpose. The order has no effect if bot.db has any other content.
 *
 * @param id the permanent id of this restore
 * @param manifest the manifest of the restored file; generated for a file from elsewhere
 * @param safety the name of the safety backup, or the path of the copied files; "" if nothing was
 *     there
 * @param uid the user who ran the command; "" if unknown
 */
public record RestoreOrder(String id, BackupManifest manifest, String safety, String uid) {

  private static final String NAME = "restore-order.json";

  static Path file(Layout layout) {
    return layout.dataDir().resolve(NAME);
  }

  /** Reads the order; returns empty if it is missing or not valid. */
  static Optional<RestoreOrder> read(Layout layout) throws IOException {
    if (!Files.isRegularFile(file(layout))) {
      return Optional.empty();
    }
    try {
      Map<?, ?> map = Json.read(file(layout));
      if (map.get("manifest") instanceof Map<?, ?> manifest) {
        return Optional.of(
            new RestoreOrder(
                String.valueOf(map.get("id")),
                BackupManifest.fromMap(manifest),
                String.valueOf(map.get("safety")),
                String.valueOf(map.get("uid"))));
      }
      return Optional.empty();
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      return Optional.empty();
    }
  }

  public void write(Layout layout) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("safety", safety);
    map.put("uid", uid);
    map.put("manifest", manifest.toMap());
    Durable.write(file(layout), Json.bytes(map));
  }

  /** Deletes the order and the audit entries to carry over. */
  public static void drop(Layout layout) throws IOException {
    Files.deleteIfExists(file(layout));
    Files.deleteIfExists(layout.carry());
  }
}
