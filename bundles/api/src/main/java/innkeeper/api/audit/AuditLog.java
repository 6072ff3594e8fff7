package innkeeper.api.audit;

import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit record: append-only, each entry chained to the one before by SHA-256. Provided by the
 * store bundle; the service is away while that bundle is replaced. Safe for many threads. What
 * {@link #append} returned survives {@code kill -9}.
 */
@ProviderType
public interface AuditLog {

  /**
   * Writes one entry and waits until it is on disk.
   *
   * @return the entry as stored: numbered, timed, redacted, chained; never null
   * @throws innkeeper.api.store.StoreException if it could not be written; nothing was then
   */
  AuditEntry append(AuditDraft draft);

  /**
   * The newest entries that match, oldest first.
   *
   * @param limit 1–1000
   * @param before only entries with a smaller {@code seq}; {@link Long#MAX_VALUE} for all
   * @param channelId only this project's; "" for all
   * @param action only this action; "" for all
   * @return one page; its list is empty when nothing matches
   * @throws IllegalArgumentException if {@code limit} is outside its range
   * @throws innkeeper.api.store.StoreException if the record could not be read
   */
  Page entries(int limit, long before, String channelId, String action);

  /**
   * Reads the whole chain and computes each hash again. Takes time in proportion to the record.
   *
   * @throws innkeeper.api.store.StoreException if the record could not be read
   */
  Verification verify();

  /**
   * One page of entries.
   *
   * @param entries oldest first; cannot be changed
   * @param next the {@code before} of the next older page; empty when there is none
   */
  @JsonForm(name = "AuditPage")
  record Page(List<AuditEntry> entries, OptionalLong next) {}

  /**
   * What {@link #verify} found.
   *
   * @param entries how many were read
   * @param brokenAt the first entry that does not fit its predecessor or its own hash; empty when
   *     the chain is whole
   * @param reason one line for people; "" when the chain is whole
   */
  record Verification(long entries, OptionalLong brokenAt, String reason) {

    /** Whether no entry was changed, removed or inserted. */
    public boolean whole() {
      return brokenAt.isEmpty();
    }
  }
}
