package innkeeper.store;

import innkeeper.store.Verification.Finding;
import innkeeper.store.write.Writer;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** The health check {@code audit:chain}: it fails if the last verification found a broken link. */
final class ChainCheck implements HealthCheck {

  private final Verification verification;
  private final Writer writer;

  ChainCheck(Verification verification, Writer writer) {
    this.verification = verification;
    this.writer = writer;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    Finding found = verification.finding();
    if (!found.chain().isEmpty()) {
      log.critical("{}", "The audit chain is broken: " + found.chain() + ".");
      log.info("fix: {}", found.fix());
    } else if (found.told().isPresent()) {
      // A gap that an earlier start recorded cannot be repaired, so it is a warning and not an
      // error.
      log.warn("{}", "The audit chain is whole, but " + found.told().get().detail() + ".");
      log.info("fix: {}", "innkeeper audit verify; compare with the backups.");
    } else {
      log.info("{}", "The audit chain is whole.");
    }
    // The writer checks each later entry while it writes it.
    log.info("value: {}", found.seq() + " entries read at the last check");
    log.info("limit: {}", "whole; now " + writer.head().seq() + " entries");
    return new Result(log);
  }
}
