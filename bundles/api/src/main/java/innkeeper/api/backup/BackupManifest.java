package innkeeper.api.backup;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The manifest of a backup, stored beside it as {@code NAME.json}. It proves that the file is the
 * one that was verified. Immutable.
 *
 * @param name the backup's file name, {@code bot-YYYY-MM-DDTHH-MM-SS-mmmZ.db}
 * @param seq grows with each backup; backups are ordered by it, because a clock may be set back
 * @param createdAt when the backup was made, by the wall clock
 * @param kind {@code scheduled}, {@code demand}, {@code pre-migration}, {@code pre-restore}, {@code
 *     stop}, {@code rescue} (bot.db was taken away under the running host)
 * @param facts size, digest and content of the file
 * @param verifiedAt when its content was last checked
 * @param pinned whether the operator protects it from pruning
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
   * Returns a copy with another value of {@code pinned}.
   *
   * @param value whether pruning keeps the backup
   */
  public BackupManifest pinned(boolean value) {
    return new BackupManifest(name, seq, createdAt, kind, facts, verifiedAt, value, hostVersion);
  }

  /**
   * Parses the form that {@link #toMap()} returns.
   *
   * @param map the file as a JSON library reads it; unknown members are ignored
   * @throws IllegalArgumentException if a member is missing or has the wrong type; the message
   *     names it
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
