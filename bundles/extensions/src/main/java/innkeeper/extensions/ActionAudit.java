package innkeeper.extensions;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes runs of actions to the audit record: one entry as they begin, one as they end. */
final class ActionAudit {

  private static final Logger LOG = LoggerFactory.getLogger(ActionAudit.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final AwaitedService<AuditLog> audit;

  ActionAudit(AwaitedService<AuditLog> audit) {
    this.audit = audit;
  }

  /**
   * Writes that a run begins.
   *
   * @throws StoreException if it could not be written
   * @throws ServiceAwayException if the store did not come in time
   */
  void begun(ActionRun run) {
    append(run, "action.begin", "ok", run.action());
  }

  /** Writes how a run ended. Throws nothing, because the run is over in any case. */
  void ended(ActionRun run) {
    String outcome = run.state() == State.DONE ? "ok" : "failed";
    try {
      append(run, "action.end", outcome, run.action() + ": " + run.text());
    } catch (StoreException | ServiceAwayException e) {
      LOG.warn(
          "end of an action is not in the audit record channelId={} action={} outcome={} reason=\"{}\"",
          run.channelId(),
          run.action(),
          outcome,
          e.getMessage());
    }
  }

  private void append(ActionRun run, String action, String outcome, String detail) {
    audit
        .await(PATIENCE)
        .append(new AuditDraft(action, run.channelId(), run.actor(), outcome, detail));
  }
}
