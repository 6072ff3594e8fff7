package innkeeper.history;

import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * The check {@code history:recording}: warns if figures cannot be written, or if a file of figures
 * was damaged.
 */
final class RecordingCheck implements HealthCheck {

  private final HistoryState state;

  RecordingCheck(HistoryState state) {
    this.state = state;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    if (!state.failure().isEmpty()) {
      log.warn("figures cannot be written: {}", state.failure());
      log.info("fix: see to the disk and the rights of DATA_DIR/history");
    } else if (!state.damage().isEmpty()) {
      log.warn("a file of figures was damaged and set aside: {}", state.damage());
      log.info(
          "fix: delete DATA_DIR/history/*.damaged; the warning ends with the host's next start");
    } else {
      log.info("figures are written");
    }
    log.info("value: open incidents: {}", state.openIncidents());
    return new Result(log);
  }
}
