package @package@;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.SendResult;
import java.util.function.Consumer;

/** Called on a thread of its own, one alarm after another; what it throws is tried again. */
final class @Name@ implements AlarmChannel {

  private final Consumer<String> out;

  @Name@(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public SendResult send(Alarm alarm) {
    Alarm.Message message = alarm.message();
    out.accept("@name@: " + alarm.phase().word() + " " + message.title() + ": " + message.text());
    return SendResult.delivered();
  }
}
