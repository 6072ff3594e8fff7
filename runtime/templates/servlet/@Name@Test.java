package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import jakarta.servlet.Servlet;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("it lists the projects", new @Name@Test()::itListsTheProjects);
//plain   }
//plain 
//maven   @Test
  void itListsTheProjects(TestHost host) throws Exception {
    host.start(new Activator());
    host.supervisor().add("bot");
    host.supervisor().exits("web", 3);
    @Name@ servlet = (@Name@) host.service(Servlet.class);
    assertEquals("bot RUNNING\nweb EXITED\n", servlet.text());
    assertEquals("/@name@/*", host.property(Servlet.class, "osgi.http.whiteboard.servlet.pattern"));
  }
}
