package innkeeper.xmlrpc;

import innkeeper.xmlrpc.Call.MalformedException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a methodCall. It accepts no DTD, no entities except XML's own five and no processing
 * instructions. Nesting and the number of values are limited, so that a small body stays cheap.
 */
final class CallReader {

  private static final int DEEPEST = 12;
  private static final int MOST_VALUES = 4096;

  private final XMLStreamReader xml;
  private int values;

  private CallReader(XMLStreamReader xml) {
    this.xml = xml;
  }

  static Call read(byte[] body) throws MalformedException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing is fetched");
        });
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(body));
      try {
        return new CallReader(xml).call();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw new MalformedException("no well-formed XML-RPC: " + e.getMessage());
    }
  }

  private Call call() throws XMLStreamException, MalformedException {
    enter("methodCall");
    enter("methodName");
    String method = text().strip();
    if (method.isEmpty()) {
      throw new MalformedException("no method name");
    }
    List<Object> params = new ArrayList<>();
    if (next()) {
      expect("params");
      while (next()) {
        expect("param");
        enter("value");
        params.add(value(0));
        leave();
      }
      leave();
    }
    return new Call(method, params);
  }

  /** Reads a value, from its start to its end. */
  private Object value(int depth) throws XMLStreamException, MalformedException {
    if (depth > DEEPEST || ++values > MOST_VALUES) {
      throw new MalformedException("too deep, or too many values");
    }
    StringBuilder bare = new StringBuilder();
    while (true) {
      switch (event()) {
        case XMLStreamConstants.CHARACTERS -> bare.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          return bare.toString();
        }
        case XMLStreamConstants.START_ELEMENT -> {
          Object typed = typed(depth);
          leave();
          return typed;
        }
        default -> throw new MalformedException("a value holds something unknown");
      }
    }
  }

  private Object typed(int depth) throws XMLStreamException, MalformedException {
    String type = xml.getLocalName();
    return switch (type) {
      case "string", "dateTime.iso8601" -> text();
      case "int", "i4", "i8" -> Integer.valueOf(text().strip());
      case "double" -> Double.valueOf(text().strip());
      case "boolean" -> text().strip().equals("1");
      case "base64" -> new String(Base64.getMimeDecoder().decode(text()), StandardCharsets.UTF_8);
      case "array" -> array(depth);
      case "struct" -> struct(depth);
      default -> throw new MalformedException("unknown type " + type);
    };
  }

  private List<Object> array(int depth) throws XMLStreamException, MalformedException {
    List<Object> list = new ArrayList<>();
    enter("data");
    while (next()) {
      expect("value");
      list.add(value(depth + 1));
    }
    leave();
    return list;
  }

  private Map<String, Object> struct(int depth) throws XMLStreamException, MalformedException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (next()) {
      expect("member");
      enter("name");
      String name = text();
      enter("value");
      map.put(name, value(depth + 1));
      leave();
    }
    return map;
  }

  /** Returns the text of the current element and reads to its end. */
  private String text() throws XMLStreamException, MalformedException {
    StringBuilder text = new StringBuilder();
    while (event() == XMLStreamConstants.CHARACTERS) {
      text.append(xml.getText());
    }
    if (xml.getEventType() != XMLStreamConstants.END_ELEMENT) {
      throw new MalformedException("text expected");
    }
    return text.toString();
  }

  private void enter(String name) throws XMLStreamException, MalformedException {
    if (!next()) {
      throw new MalformedException("no " + name);
    }
    expect(name);
  }

  private void leave() throws XMLStreamException, MalformedException {
    if (next()) {
      throw new MalformedException("unexpected " + xml.getLocalName());
    }
  }

  private void expect(String name) throws MalformedException {
    if (!xml.getLocalName().equals(name)) {
      throw new MalformedException("unexpected " + xml.getLocalName() + ", not " + name);
    }
  }

  /**
   * Moves to the start of the next element, or to the end of the enclosing one.
   *
   * @return whether an element starts
   */
  private boolean next() throws XMLStreamException, MalformedException {
    while (true) {
      switch (event()) {
        case XMLStreamConstants.START_ELEMENT -> {
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return false;
        }
        default -> {
          if (!xml.isWhiteSpace()) {
            throw new MalformedException("text between elements");
          }
        }
      }
    }
  }

  /**
   * Returns START_ELEMENT, END_ELEMENT or CHARACTERS. Anything else comes from a client that is not
   * supported.
   */
  private int event() throws XMLStreamException, MalformedException {
    while (true) {
      int event = xml.next();
      switch (event) {
        case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT -> {
          return event;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          return XMLStreamConstants.CHARACTERS;
        }
        case XMLStreamConstants.COMMENT -> {
          // A comment is skipped.
        }
        default -> throw new MalformedException("no DTD, entity or instruction may be here");
      }
    }
  }
}
