package innkeeper.api.backup;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The manifest of a backup, stored beside it as {@code NAME.json}: enough to prove that the file is
 * the one that was verified. Immutable.
 *
 * @param name the backup's file name, {@code bot-YYYY-MM-DDTHH-MM-SS-mmmZ.db}
 * @param seq grows with each backup; backups are ordered by it, because a clock may be set back
 * @param createdAt when it was made, by the wall clock
 * @param kind {@code scheduled}, {@code demand}, {@code pre-migration}, {@code pre-restore}, {@code
 *     stop}, {@code rescue} (bot.db was taken away under the running host)
 * @param facts size, digest and content of the file
 * @param verifiedAt when its content was last checked
 * @param pinned kept from pruning by the operator
 * @param hostVersion version of the release that made it
 */
@JsonForm(name = "Backup")
public record BackupManifest(
    String name,
    long seq,
    Instant createdAt,
    String kind,
    @JsonForm(inline = true) SnapshotFacts facts,
    Instant verifiedAt,
    boolean pinned,
    String hostVersion)
    implements JsonBody {

  /**
   * A copy that is pinned, or is not.
   *
   * @param value whether the backup is kept from pruning
   */
  public BackupManifest pinned(boolean value) {
    return new BackupManifest(name, seq, createdAt, kind, facts, verifiedAt, value, hostVersion);
  }

  /**
   * Reads {@link #toMap()}'s form.
   *
   * @param map as a JSON library reads the file; further members have no effect
   * @throws IllegalArgumentException that names the member that is missing or of the wrong kind
   */
  public static BackupManifest fromMap(Map<?, ?> map) {
    Map<String, Long> rows = new TreeMap<>();
    Map<?, ?> counts = need(map, "rows", Map.class);
    counts.forEach((table, count) -> rows.put(String.valueOf(table), ((Number) count).longValue()));
    return new BackupManifest(
        need(map, "name", String.class),
        need(map, "seq", Number.class).longValue(),
        Instant.parse(need(map, "createdAt", String.class)),
        need(map, "kind", String.class),
        new SnapshotFacts(
            need(map, "bytes", Number.class).longValue(),
            need(map, "sha256", String.class),
            need(map, "schemaVersion", Number.class).intValue(),
            rows,
            need(map, "lastAuditSeq", Number.class).longValue()),
        Instant.parse(need(map, "verifiedAt", String.class)),
        need(map, "pinned", Boolean.class),
        need(map, "hostVersion", String.class));
  }

  private static <T> T need(Map<?, ?> map, String member, Class<T> type) {
    Object value = map.get(member);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "manifest member " + member + " is " + value + ", not a " + type.getSimpleName());
    }
    return type.cast(value);
  }

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
