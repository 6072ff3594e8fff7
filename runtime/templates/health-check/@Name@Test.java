package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("it warns until a project runs", new @Name@Test()::itWarnsUntilAProjectRuns);
//plain   }
//plain 
//maven   @Test
  void itWarnsUntilAProjectRuns(TestHost host) throws Exception {
    host.start(new Activator());
    HealthCheck check = host.service(HealthCheck.class);
    assertEquals(Result.Status.WARN, check.execute().getStatus());
    host.supervisor().add("web");
    assertEquals(Result.Status.OK, check.execute().getStatus());
    assertEquals("@name@:running", host.property(HealthCheck.class, HealthCheck.NAME));
  }
}
