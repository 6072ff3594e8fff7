package innkeeper.rotation;

import innkeeper.common.time.IsoTime;
import java.util.Map;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The health check {@code rotation:turns}: every log rotates in time. */
@Component(immediate = true, property = HealthCheck.NAME + "=rotation:turns")
public final class RolloverCheck implements HealthCheck {

  private final RotationHealth rotationHealth;

  @Activate
  public RolloverCheck(@Reference RotationHealth rotationHealth) {
    this.rotationHealth = rotationHealth;
  }

  @Override
  public Result execute() {
    Map<String, BackOff.Failure> failures = rotationHealth.failures();
    if (failures.isEmpty()) {
      return new Result(Result.Status.OK, "every log rotates when it is due");
    }
    BackOff.Failure first = failures.values().iterator().next();
    FormattingResultLog log = new FormattingResultLog();
    log.warn("{}; nothing is lost, the log grows", first.message());
    log.info("value: {} stuck: {}", failures.size(), String.join(", ", failures.keySet()));
    log.info("limit: 0");
    log.info(
        "fix: do what the sentence asks for; rotation is tried again each second, since {}",
        IsoTime.text(first.since()));
    return new Result(log);
  }
}
