package innkeeper.xmlrpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.xmlrpc.Call.MalformedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallReaderTest {

  private static Call read(String xml) throws MalformedException {
    return CallReader.read(xml.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyTypeIsRead() throws Exception {
    Call call =
        read(
            """
            <?xml version='1.0'?><!-- a client -->
            <methodCall> <methodName> a.b </methodName><params>
            <param><value>bare &lt;</value></param>
            <param><value><i4>-3</i4></value></param>
            <param><value><boolean>1</boolean></value></param>
            <param><value><array><data><value><string/></value></data></array></value></param>
            <param><value><struct><member><name>n</name><value><int>1</int></value></member></struct></value></param>
            <param><value><base64>aGk=</base64></value></param>
            </params></methodCall>""");
    assertEquals("a.b", call.method());
    assertEquals(List.of("bare <", -3, true, List.of(""), Map.of("n", 1), "hi"), call.params());
  }

  @Test
  void aCallWithoutParamsHasNone() throws Exception {
    assertEquals(List.of(), read("<methodCall><methodName>x</methodName></methodCall>").params());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "<methodCall/>",
        "<methodCall><methodName/></methodCall>",
        "<!DOCTYPE a><methodCall><methodName>x</methodName></methodCall>",
        "<!DOCTYPE a [<!ENTITY e 'x'>]><methodCall><methodName>&e;</methodName></methodCall>",
        "<methodCall><?php x?><methodName>x</methodName></methodCall>",
        "<methodCall><methodName>x</methodName><params><param><value><int>99999999999</int></value></param></params></methodCall>",
        "<methodCall><methodName>x</methodName><params><param><value><nil/></value></param></params></methodCall>",
        "<methodCall><methodName>x</methodName><params><param><value><int>1</int><int>2</int></value></param></params></methodCall>",
        "<methodCall><methodName>x</methodName>",
      })
  void anInvalidCallIsRefused(String xml) {
    assertThrows(MalformedException.class, () -> read(xml));
  }

  @Test
  void tooManyAndTooDeepValuesAreRefused() {
    String open = "<methodCall><methodName>x</methodName><params>";
    String close = "</params></methodCall>";
    String wide = "<param><value/></param>".repeat(5000);
    assertThrows(MalformedException.class, () -> read(open + wide + close));
    String deep =
        "<param>"
            + "<value><array><data>".repeat(20)
            + "</data></array></value>".repeat(20)
            + "</param>";
    assertThrows(MalformedException.class, () -> read(open + deep + close));
  }

  @Test
  void anAnswerHoldsOnlyAllowedCharacters() {
    byte[] xml = AnswerWriter.value("a\u001b[1m<&>\uD800\uFFFF \uD83D\uDE00\r\n");
    String text = new String(xml, StandardCharsets.UTF_8);
    assertTrue(text.contains("a\uFFFD[1m&lt;&amp;&gt;\uFFFD\uFFFD \uD83D\uDE00&#13;\n"), text);
  }

  @Test
  void aLogsTextIsAsATerminalShowsIt() {
    assertEquals("red plain\n", LogBytes.seen("\u001b[31mred\u001b[0m plain\u0007\r\n"));
    assertEquals("\n99 %", LogBytes.seen("\n50 %\r99 %"));
  }

  @Test
  void signalsHaveNamesAndNumbers() {
    assertArrayEquals(
        new String[] {"HUP", "HUP", "TERM", "USR1"},
        new String[] {
          SignalName.of("SIGHUP"), SignalName.of(1), SignalName.of("term"), SignalName.of("10")
        });
    assertThrows(Fault.class, () -> SignalName.of("0"));
    assertThrows(Fault.class, () -> SignalName.of("KILL; rm"));
  }
}
