package innkeeper.webhook;

import java.util.Optional;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code webhook:delivery}: whether alarms arrive. */
@Component(immediate = true, property = HealthCheck.NAME + "=webhook:delivery")
public final class DeliveryCheck implements HealthCheck {

  private final Delivery delivery;

  @Activate
  public DeliveryCheck(@Reference Delivery delivery) {
    this.delivery = delivery;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    Optional<Outbox.Standing> standing = delivery.standing();
    if (standing.isEmpty()) {
      log.warn("{}", delivery.mistake());
      log.info("fix: set url in DATA_DIR/conf/innkeeper.webhook.config");
      return new Result(log);
    }
    Outbox.Standing now = standing.get();
    if (now.lastError().isEmpty()) {
      log.info("alarms arrive");
    } else {
      log.warn("the last alarm did not arrive: {}", now.lastError());
      log.info("fix: look at {}; what waits is tried again", delivery.receiver());
    }
    log.info(
        "value: {} delivered, {} waiting, {} given up",
        now.delivered(),
        now.waiting(),
        now.dropped());
    log.info("limit: {} waiting", Outbox.MOST);
    return new Result(log);
  }
}
