package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.rotation.RotatableLog;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.nio.file.Files;
import java.nio.file.Path;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("a rotation begins a new file", new @Name@Test()::aRotationBeginsANewFile);
//plain   }
//plain 
//maven   @Test
  void aRotationBeginsANewFile(TestHost host) throws Exception {
    Path file = host.directory().resolve("own.log");
    host.start(new Activator(file));
    RotatableLog log = host.service(RotatableLog.class);
    host.supervisor().add("web");
    assertEquals("web RUNNING\n", Files.readString(file));
    Path archive = host.directory().resolve("own.log.1");
    log.hold(active -> Files.move(active, archive));
    host.supervisor().exits("web", 3);
    assertEquals("web RUNNING\n", Files.readString(archive));
    assertEquals("web EXITED\n", Files.readString(file));
    assertEquals(Files.size(file), log.bytes());
  }
}
