package innkeeper.webhook;

import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
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
    ResultLog log = new ResultLog();
    Optional<Outbox.Standing> standing = delivery.standing();
    if (standing.isEmpty()) {
      add(log, Result.Status.WARN, delivery.mistake());
      add(log, Result.Status.WARN, "fix: set url in DATA_DIR/conf/innkeeper.webhook.config");
      return new Result(log);
    }
    Outbox.Standing now = standing.get();
    boolean well = now.lastError().isEmpty();
    Result.Status status = well ? Result.Status.OK : Result.Status.WARN;
    add(log, status, well ? "alarms arrive" : "the last alarm did not arrive: " + now.lastError());
    add(
        log,
        status,
        "value: "
            + now.delivered()
            + " delivered, "
            + now.waiting()
            + " waiting, "
            + now.dropped()
            + " given up");
    add(log, status, "limit: " + Outbox.MOST + " waiting");
    if (!well) {
      add(log, status, "fix: look at " + delivery.receiver() + "; what waits is tried again");
    }
    return new Result(log);
  }

  private static void add(ResultLog log, Result.Status status, String text) {
    log.add(new ResultLog.Entry(status, text));
  }
}
