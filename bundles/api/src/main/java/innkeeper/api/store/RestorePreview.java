package innkeeper.api.store;

import innkeeper.api.json.JsonForm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a restore of a backup would change, compared with bot.db as it is. Immutable.
 *
 * @param backup file name
 * @param gained channelIds that are defined in the backup only
 * @param changed channelIds whose definition or desired state would be that of the backup again
 * @param lost channelIds that are defined in bot.db only
 * @param rows by table: how many rows bot.db has, and how many the backup
 * @param newerEntries how many audit entries the backup does not have; a restore carries them over
 *     as {@code audit.recover}
 */
@JsonForm("What innkeeper restore would change.")
public record RestorePreview(
    String backup,
    @JsonForm("Projects that only the backup has.") List<String> gained,
    @JsonForm("Projects that would be as they were then.") List<String> changed,
    @JsonForm("Projects that only bot.db has.") List<String> lost,
    Map<String, Rows> rows,
    @JsonForm("Audit entries that the backup lacks. They are carried over.") long newerEntries) {

  /** Copies the collections. */
  public RestorePreview {
    gained = List.copyOf(gained);
    changed = List.copyOf(changed);
    lost = List.copyOf(lost);
    rows = Collections.unmodifiableMap(new TreeMap<>(rows));
  }

  /**
   * How many rows one table has.
   *
   * @param now in bot.db
   * @param then in the backup
   */
  @JsonForm(name = "RestoreRows")
  public record Rows(long now, long then) {}
}
