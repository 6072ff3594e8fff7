package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.util.ArrayList;
import java.util.List;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("a project that failed is told", new @Name@Test()::aProjectThatFailedIsTold);
//plain   }
//plain 
//maven   @Test
  void aProjectThatFailedIsTold(TestHost host) throws Exception {
    List<String> told = new ArrayList<>();
    host.start(new Activator(told::add));
    host.supervisor().add("web");
    host.supervisor().exits("web", 0);
    assertEquals(List.of(), told);
    host.supervisor().exits("web", 3);
    assertEquals(List.of("@name@: web EXITED: exited with code 3"), told);
  }
}
