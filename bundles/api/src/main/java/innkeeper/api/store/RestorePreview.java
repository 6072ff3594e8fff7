package innkeeper.api.store;

import innkeeper.api.json.JsonForm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The changes that a restore of a backup would make, compared with the present bot.db. Immutable.
 *
 * @param backup file name
 * @param gained channelIds that are defined in the backup only
 * @param changed channelIds whose definition or desired state would return to that of the backup
 * @param lost channelIds that are defined in bot.db only
 * @param rows the number of rows in bot.db and in the backup, by table
 * @param newerEntries the number of audit entries that the backup lacks; a restore copies them as
 *     {@code audit.recover}
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
   * The number of rows in one table.
   *
   * @param now the number in bot.db
   * @param then the number in the backup
   */
  @JsonForm(name = "RestoreRows")
  public record Rows(long now, long then) {}
}
