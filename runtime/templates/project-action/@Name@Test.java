package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ProjectAction;
import innkeeper.api.audit.Actor;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("it says the state", new @Name@Test()::itSaysTheState);
//plain   }
//plain 
//maven   @Test
  void itSaysTheState(TestHost host) throws Exception {
    host.start(new Activator());
    host.supervisor().add("web");
    ProjectAction action = host.service(ProjectAction.class);
    assertEquals("@name@", action.name());
    assertEquals(
        ActionOutcome.done("web is RUNNING"),
        action.run(host.supervisor().project("web").get(), Actor.HOST));
  }
}
