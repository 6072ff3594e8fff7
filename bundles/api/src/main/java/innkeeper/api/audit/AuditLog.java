package innkeeper.api.audit;

import java.util.List;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/** The record. Safe for many threads. What {@link #append} returned survives {@code kill -9}. */
@ProviderType
public interface AuditLog {

  /**
   * Writes one entry and waits until it is on disk.
   *
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
   */
  Page entries(int limit, long before, String channelId, String action);

  /** Walks the whole chain. */
  Verification verify();

  /**
   * One page, oldest first.
   *
   * @param next the {@code before} of the next older page; empty when there is none
   */
  record Page(List<AuditEntry> entries, OptionalLong next) {}

  /**
   * What a walk over the chain found.
   *
   * @param entries how many were read
   * @param brokenAt the first entry that does not fit its predecessor or its own hash; empty when
   *     the chain is whole
   * @param reason one line for people; "" when the chain is whole
   */
  record Verification(long entries, OptionalLong brokenAt, String reason) {
    public boolean whole() {
      return brokenAt.isEmpty();
    }
  }
}
