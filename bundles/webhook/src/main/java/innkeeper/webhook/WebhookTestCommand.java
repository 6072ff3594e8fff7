package innkeeper.webhook;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.audit.Actor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The command {@code innkeeper webhook:test} of earlier releases; now {@code alarm test webhook}.
 */
@Component(
    service = WebhookTestCommand.class,
    property = {"osgi.command.scope=webhook", "osgi.command.function=test"})
public final class WebhookTestCommand {

  private final Alarms alarms;

  @Activate
  public WebhookTestCommand(@Reference Alarms alarms) {
    this.alarms = alarms;
  }

  /** Sends a test to the channel {@code webhook} and returns the result. */
  public String test() {
    SendResult result = alarms.test("webhook", Actor.of(Actor.Via.SHELL));
    return result.outcome() == SendResult.Outcome.DELIVERED
        ? "a test alarm was delivered"
        : "the test alarm was not delivered: " + result.error();
  }
}
