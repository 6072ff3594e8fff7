package innkeeper.api.audit;

import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit record. It is append-only, and SHA-256 chains each entry to the one before. The store
 * bundle provides it; the service is away while that bundle is replaced. Safe for many threads. An
 * entry that {@link #append} returned survives {@code kill -9}.
 */
@ProviderType
public interface AuditLog {

  /**
   * Writes one entry and waits until it is on disk.
   *
   * @return the entry as stored: numbered, timed, redacted, chained; never null
   * @throws innkeeper.api.store.StoreException if the entry could not be written; the record is
   *     then unchanged
   */
  AuditEntry append(AuditDraft draft);

  /**
   * Returns the newest entries that match, oldest first.
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
   * Reads the whole chain and computes each hash again. The time grows in proportion to the record.
   *
   * @throws innkeeper.api.store.StoreException if the record could not be read
   */
  Verification verify();

  /**
   * One page of entries.
   *
   * @param entries oldest first; immutable
   * @param next the {@code before} of the next older page; empty if no older page exists
   */
  @JsonForm(name = "AuditPage")
  record Page(List<AuditEntry> entries, OptionalLong next) {}

  /**
   * The result of {@link #verify}.
   *
   * @param entries the number of entries that were read
   * @param brokenAt the first entry that does not fit its predecessor or its own hash; empty if the
   *     chain is intact
   * @param reason one line for people; "" if the chain is intact
   */
  record Verification(long entries, OptionalLong brokenAt, String reason) {

    /** Returns whether no entry was changed, removed or inserted. */
    public boolean whole() {
      return brokenAt.isEmpty();
    }
  }
}
