package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.util.List;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("it shows each project", new @Name@Test()::itShowsEachProject);
//plain   }
//plain 
//maven   @Test
  void itShowsEachProject(TestHost host) throws Exception {
    host.start(new Activator());
    host.supervisor().add("bot");
    host.supervisor().exits("web", 3);
    PanelContent content = host.service(Panel.class).content("");
    assertEquals(2.0, content.figures().get(0).value().get());
    assertEquals(
        List.of(List.of("bot", "RUNNING"), List.of("web", "EXITED")),
        content.tables().get(0).rows());
  }
}
