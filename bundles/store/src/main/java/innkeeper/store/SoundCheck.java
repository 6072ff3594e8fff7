package innkeeper.store;

import innkeeper.store.Verification.Finding;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * The health check {@code database:sound}: every page, index and project of bot.db was intact in
 * the last verification.
 */
final class SoundCheck implements HealthCheck {

  private final Verification verification;

  SoundCheck(Verification verification) {
    this.verification = verification;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    Finding found = verification.finding();
    if (found.damage().isEmpty()) {
      log.info("{}", "bot.db is what was written.");
    } else {
      log.critical("{}", "bot.db is damaged: " + found.damage() + ".");
      log.info("fix: {}", found.fix());
    }
    log.info("value: {}", found.done() ? "verified" : "looked at by the start, being verified");
    return new Result(log);
  }
}
