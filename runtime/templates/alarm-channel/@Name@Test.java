package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("an alarm is written", new @Name@Test()::anAlarmIsWritten);
//plain   }
//plain 
//maven   @Test
  void anAlarmIsWritten(TestHost host) throws Exception {
    List<String> told = new ArrayList<>();
    host.start(new Activator(told::add));
    AlarmChannel channel = host.service(AlarmChannel.class);
    assertEquals("@name@", channel.name());
    assertEquals(SendResult.delivered(), channel.send(alarm(host)));
    assertEquals(List.of("@name@: opened web failed: exited with code 3"), told);
  }

  private static Alarm alarm(TestHost host) {
    return new Alarm(
        "1",
        AlarmPhase.OPENED,
        Severity.WARNING,
        host.clock().instant(),
        new Alarm.Subject("box", "web", Optional.empty()),
        new Alarm.Message("web failed", "exited with code 3", List.of(), "", Optional.empty()),
        0);
  }
}
