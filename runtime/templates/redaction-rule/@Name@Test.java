package @package@;

//maven import static org.junit.jupiter.api.Assertions.assertEquals;
//plain import static innkeeper.testkit.PlainTest.assertEquals;

import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.RedactionRule.Span;
//plain import innkeeper.testkit.PlainTest;
import innkeeper.testkit.TestHost;
//maven import innkeeper.testkit.TestHostExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
//maven import org.junit.jupiter.api.Test;
//maven import org.junit.jupiter.api.extension.ExtendWith;

//maven @ExtendWith(TestHostExtension.class)
class @Name@Test {

//plain   public static void main(String[] args) throws Exception {
//plain     PlainTest.run("a key is found, and no other word", new @Name@Test()::aKeyIsFound);
//plain   }
//plain 
//maven   @Test
  void aKeyIsFound(TestHost host) throws Exception {
    host.start(new Activator());
    RedactionRule rule = host.service(RedactionRule.class);
    assertEquals(List.of(new Span(4, 24)), find(rule, "key KEY-0123456789ABCDEF."));
    assertEquals(List.of(), find(rule, "KEY-0123 and KEY-0123456789abcdef"));
  }

  private static List<Span> find(RedactionRule rule, String text) {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    return rule.find(line, line.length);
  }
}
