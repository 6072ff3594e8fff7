package innkeeper.api.audit;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: told of each entry after it is on disk, in order of {@code seq}, on one
 * thread. Return at once; a listener that throws is logged and stays.
 */
@ConsumerType
public interface AuditListener {
  void appended(AuditEntry entry);
}
