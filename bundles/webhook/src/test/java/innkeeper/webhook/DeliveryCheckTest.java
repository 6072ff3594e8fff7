package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;

class DeliveryCheckTest {

  private static List<String> check(Optional<Outbox.Standing> standing, Result.Status status) {
    Delivery delivery =
        new Delivery() {
          @Override
          public Optional<Outbox.Standing> standing() {
            return standing;
          }

          @Override
          public String receiver() {
            return "https://alarms.example";
          }

          @Override
          public String mistake() {
            return "no url is set";
          }
        };
    Result result = new DeliveryCheck(delivery).execute();
    assertEquals(status, result.getStatus());
    List<String> entries = new ArrayList<>();
    result.forEach(entry -> entries.add(entry.getMessage()));
    return entries;
  }

  @Test
  void alarmsThatArriveAreWell() {
    assertEquals(
        List.of(
            "alarms arrive", "value: 1234 delivered, 0 waiting, 2 given up", "limit: 256 waiting"),
        check(Optional.of(new Outbox.Standing(0, 1234, 2, "")), Result.Status.OK));
  }

  @Test
  void anAlarmThatDidNotArriveIsAWarningWithItsReceiver() {
    assertEquals(
        List.of(
            "the last alarm did not arrive: status 500 {}",
            "fix: look at https://alarms.example; what waits is tried again",
            "value: 0 delivered, 3 waiting, 0 given up",
            "limit: 256 waiting"),
        check(Optional.of(new Outbox.Standing(3, 0, 0, "status 500 {}")), Result.Status.WARN));
  }

  @Test
  void withoutAReceiverTheMistakeIsSaid() {
    assertEquals("no url is set", check(Optional.empty(), Result.Status.WARN).get(0));
  }
}
