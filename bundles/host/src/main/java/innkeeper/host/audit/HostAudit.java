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
 * Audit entries of the host. The store comes after the host, and may just be replaced: it is waited
 * for. What cannot be recorded is in the log.
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

  /** Blocks, five seconds at most; whether it is recorded. */
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
