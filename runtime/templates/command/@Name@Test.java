package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("it counts what runs", new @Name@Test()::itCountsWhatRuns);
//plain   }
//plain 
//maven   @Test
  void itCountsWhatRuns(TestHost host) throws Exception {
    host.start(new Activator());
    host.supervisor().add("bot");
    host.supervisor().exits("web", 3);
    assertEquals("1 running", host.service(@Name@.class).running());
    assertEquals("@package@", host.property(@Name@.class, "osgi.command.scope"));
  }
}
