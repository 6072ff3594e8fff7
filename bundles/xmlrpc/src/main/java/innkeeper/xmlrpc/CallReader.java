package innkeeper.xmlrpc;

import innkeeper.xmlrpc.Call.MalformedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads a methodCall. It accepts no DTD, no entities except XML's own five and no processing
 * instructions. Nesting and the number of values are limited, so that a small body stays cheap.
 */
final class CallReader {

  private static final int DEEPEST = 12;
  private static final int MOST_VALUES = 4096;

  private int values;

  private CallReader() {}

  static Call read(byte[] body) throws MalformedException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setIgnoringComments(true);
      factory.setCoalescing(true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // The default handler would write errors to stderr.
      builder.setErrorHandler(new DefaultHandler());
      Document document = builder.parse(new ByteArrayInputStream(body));
      if (document.getChildNodes().getLength() != 1) {
        throw new MalformedException("no instruction may be here");
      }
      return new CallReader().call(named(document.getDocumentElement(), "methodCall"));
    } catch (SAXException
        | IOException
        | ParserConfigurationException
        | IllegalArgumentException e) {
      throw new MalformedException("no well-formed XML-RPC: " + e.getMessage());
    }
  }

  private Call call(Element call) throws MalformedException {
    List<Element> parts = children(call);
    String method = parts.isEmpty() ? "" : text(named(parts.get(0), "methodName")).strip();
    if (method.isEmpty()) {
      throw new MalformedException("no method name");
    }
    List<Object> params = new ArrayList<>();
    if (parts.size() > 1) {
      for (Element param : children(named(parts.get(1), "params"))) {
        params.add(value(only(named(param, "param")), 0));
      }
    }
    return new Call(method, params);
  }

  private Object value(Element value, int depth) throws MalformedException {
    named(value, "value");
    if (depth > DEEPEST || ++values > MOST_VALUES) {
      throw new MalformedException("too deep, or too many values");
    }
    if (value.getElementsByTagName("*").getLength() == 0) {
      return text(value);
    }
    Element typed = only(value);
    return switch (typed.getTagName()) {
      case "string", "dateTime.iso8601" -> text(typed);
      case "int", "i4", "i8" -> Integer.valueOf(text(typed).strip());
      case "double" -> Double.valueOf(text(typed).strip());
      case "boolean" -> text(typed).strip().equals("1");
      case "base64" ->
          new String(Base64.getMimeDecoder().decode(text(typed)), StandardCharsets.UTF_8);
      case "array" -> array(named(only(typed), "data"), depth);
      case "struct" -> struct(typed, depth);
      default -> throw new MalformedException("unknown type " + typed.getTagName());
    };
  }

  private List<Object> array(Element data, int depth) throws MalformedException {
    List<Object> list = new ArrayList<>();
    for (Element value : children(data)) {
      list.add(value(value, depth + 1));
    }
    return list;
  }

  private Map<String, Object> struct(Element struct, int depth) throws MalformedException {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Element member : children(struct)) {
      List<Element> parts = children(named(member, "member"));
      if (parts.size() != 2) {
        throw new MalformedException("a member has a name and a value");
      }
      map.put(text(named(parts.get(0), "name")), value(parts.get(1), depth + 1));
    }
    return map;
  }

  private static Element named(Element element, String name) throws MalformedException {
    if (!element.getTagName().equals(name)) {
      throw new MalformedException("unexpected " + element.getTagName() + ", not " + name);
    }
    return element;
  }

  private static Element only(Element of) throws MalformedException {
    List<Element> children = children(of);
    if (children.size() != 1) {
      throw new MalformedException(of.getTagName() + " holds one element");
    }
    return children.get(0);
  }

  /** Returns the elements in that element, which may hold nothing else than them and space. */
  private static List<Element> children(Element of) throws MalformedException {
    List<Element> children = new ArrayList<>();
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      } else if (!(node instanceof Text) || !node.getNodeValue().isBlank()) {
        throw new MalformedException("text between elements, or an instruction");
      }
    }
    return children;
  }

  private static String text(Element of) throws MalformedException {
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (!(node instanceof Text)) {
        throw new MalformedException("text expected");
      }
    }
    return of.getTextContent();
  }
}
