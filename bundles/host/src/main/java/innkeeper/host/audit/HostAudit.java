package innkeeper.host.audit;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of the host's audit entries. The store starts after the host and may be in
 * replacement, so each entry waits for it. An entry that cannot be recorded is written to the log.
 */
@Component(service = HostAudit.class)
public final class HostAudit {

  private static final Logger LOG = LoggerFactory.getLogger(HostAudit.class);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit;

  private final Duration longest;

  public HostAudit() {
    this(new AwaitedService<>(AuditLog.class, "store"), LONGEST);
  }

  HostAudit(AwaitedService<AuditLog> audit, Duration longest) {
    this.audit = audit;
    this.longest = longest;
  }

  /**
   * Appends an entry to the audit record. Blocks for at most five seconds.
   *
   * @return whether the entry was recorded; if not, it is in the log
   */
  public boolean write(AuditDraft draft) {
    try {
      audit.await(longest).append(draft);
      return true;
    } catch (ServiceAwayException e) {
      LOG.error(
          "not recorded action={} detail={} error={}",
          draft.action(),
          draft.detail(),
          e.getMessage());
    } catch (StoreException e) {
      LOG.error(
          "could not be recorded action={} detail={} error={}",
          draft.action(),
          draft.detail(),
          e.getMessage());
    }
    return false;
  }
}
