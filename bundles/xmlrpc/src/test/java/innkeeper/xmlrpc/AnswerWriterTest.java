package innkeeper.xmlrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Answers are read back by the JDK's own XML parser. */
class AnswerWriterTest {

  private static Element root(byte[] xml) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml));
    return document.getDocumentElement();
  }

  private static List<Element> children(Element parent) {
    List<Element> found = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        found.add(element);
      }
    }
    return found;
  }

  private static Element only(Element parent) {
    assertEquals(1, children(parent).size(), parent.getTagName());
    return children(parent).get(0);
  }

  private static Object value(Element value) {
    assertEquals("value", value.getTagName());
    Element typed = only(value);
    return switch (typed.getTagName()) {
      case "string" -> typed.getTextContent();
      case "int" -> Integer.valueOf(typed.getTextContent());
      case "boolean" -> typed.getTextContent().equals("1");
      case "array" -> children(only(typed)).stream().map(AnswerWriterTest::value).toList();
      case "struct" -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Element member : children(typed)) {
          map.put(children(member).get(0).getTextContent(), value(children(member).get(1)));
        }
        yield map;
      }
      default -> throw new AssertionError(typed.getTagName());
    };
  }

  private static Object back(Object value) throws Exception {
    Element params = only(root(AnswerWriter.value(value)));
    return value(only(only(params)));
  }

  @Test
  void everyTypeOfValueIsReadBack() throws Exception {
    Map<String, Object> struct = new LinkedHashMap<>();
    struct.put("name", "web");
    struct.put("pid", 4711);
    struct.put("a <b> & c", true);
    Object nested = List.of(struct, List.of(), false, -1, "");
    assertEquals(nested, back(nested));
  }

  @Test
  void markupAndLineEndsAreText() throws Exception {
    String text = "<value>&amp;]]> a\r\nb\tc \uD83D\uDE00 é";
    assertEquals(text, back(text));
  }

  @Test
  void charactersThatXmlForbidsAreReplaced() throws Exception {
    assertEquals(
        "\uFFFD[31m\uFFFD\uFFFD\uFFFDx", back("\u001B[31m\u0000\uFFFE" + (char) 0xD800 + "x"));
  }

  @Test
  void aFaultHasNumberAndText() throws Exception {
    byte[] xml = AnswerWriter.fault(new Fault(FaultCode.BAD_NAME, "a<b"));
    Element fault = only(root(xml));
    assertEquals("fault", fault.getTagName());
    assertEquals(Map.of("faultCode", 10, "faultString", "BAD_NAME: a<b"), value(only(fault)));
  }

  @Test
  void aValueOfAnotherTypeIsAnInternalError() {
    assertThrows(IllegalStateException.class, () -> AnswerWriter.value(1.5));
  }
}
