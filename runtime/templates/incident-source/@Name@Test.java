package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.incident.IncidentSource;
import innkeeper.api.incident.IncidentSource.Trouble;
import innkeeper.testkit.FakeClock;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("the file is a trouble while it is there", new @Name@Test()::theFileIsATrouble);
//plain   }
//plain 
//maven   @Test
  void theFileIsATrouble(TestHost host) throws Exception {
    Path file = host.directory().resolve("alert");
    host.start(new Activator(file, host.clock()));
    IncidentSource source = host.service(IncidentSource.class);
    assertEquals(List.of(), source.troubles());
    Files.createFile(file);
    Trouble trouble = new Trouble("file", "", "there is a file alert", FakeClock.START);
    assertEquals(List.of(trouble), source.troubles());
    host.clock().advance(Duration.ofMinutes(5));
    assertEquals(List.of(trouble), source.troubles());
    Files.delete(file);
    assertEquals(List.of(), source.troubles());
  }
}
