package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.store.file.Durable;
import innkeeper.store.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code innkeeper restore} tells the next start: this very content was put in bot.db's place
 * on purpose. Without effect once bot.db is anything else.
 *
 * @param id names this restore for good
 * @param manifest of what was put there; for a file from elsewhere one made for it
 * @param safety the backup made of what was there before, or where it lies; "" for none
 * @param uid who asked, "" if unknown
 */
public record RestoreOrder(String id, BackupManifest manifest, String safety, String uid) {

  private static final String NAME = "restore-order.json";

  static Path file(Layout layout) {
    return layout.dataDir().resolve(NAME);
  }

  /** Empty when there is none, or none that can be read. */
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

  /** Takes it back, with the entries it would have carried over. */
  public static void drop(Layout layout) throws IOException {
    Files.deleteIfExists(file(layout));
    Files.deleteIfExists(layout.carry());
  }
}
