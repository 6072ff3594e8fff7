package innkeeper.api.audit;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called with each audit entry after it is on disk, in order of {@code seq}, on
 * one thread that all listeners share. Return at once: while 10,000 calls wait, further entries are
 * not passed on, and bot.log says so. What a listener throws is logged; it stays registered.
 */
@ConsumerType
public interface AuditListener {

  /**
   * Called once for each entry.
   *
   * @param entry the entry as it was stored, redacted; never null
   */
  void appended(AuditEntry entry);
}
