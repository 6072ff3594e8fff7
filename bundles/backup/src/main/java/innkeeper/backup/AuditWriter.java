package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.StoreException;
import innkeeper.backup.file.HumanText;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of audit entries. If the audit record is not available, it logs a warning and the
 * backup continues.
 */
final class AuditWriter {

  private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);

  private final Supplier<Optional<AuditLog>> audit;
  private final AtomicLong written = new AtomicLong();

  AuditWriter(Supplier<Optional<AuditLog>> audit) {
    this.audit = audit;
  }

  void write(String action, Actor actor, String outcome, String detail) {
    Optional<AuditLog> log = audit.get();
    if (log.isEmpty()) {
      LOG.warn("audit record away, entry not written action={} detail={}", action, detail);
      return;
    }
    try {
      log.get().append(new AuditDraft(action, "", actor, outcome, detail));
      written.incrementAndGet();
    } catch (StoreException e) {
      LOG.warn(
          "audit entry not written action={} detail={} why={}", action, detail, HumanText.why(e));
    }
  }

  /**
   * Returns the number of entries written. A backup is not necessary for these writes to the
   * database.
   */
  long written() {
    return written.get();
  }
}
