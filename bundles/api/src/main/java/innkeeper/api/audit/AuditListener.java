package innkeeper.api.audit;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that receives each audit entry after it is on disk, in order of {@code seq}.
 * All listeners share one thread, so a call must return at once. While 10,000 calls wait, further
 * entries are discarded, and bot.log reports that. An exception of a listener is logged; the
 * listener stays registered.
 */
@ConsumerType
public interface AuditListener {

  /**
   * Receives one entry. It is called once for each entry.
   *
   * @param entry the stored entry, redacted; never null
   */
  void appended(AuditEntry entry);
}
