package innkeeper.xmlrpc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes a methodResponse. */
final class AnswerWriter {

  private final StringBuilder out = new StringBuilder(512);

  private AnswerWriter() {}

  static byte[] value(Object value) {
    AnswerWriter writer = new AnswerWriter();
    writer.out.append("<?xml version='1.0'?>\n<methodResponse>\n<params>\n<param>\n");
    writer.write(value);
    writer.out.append("</param>\n</params>\n</methodResponse>\n");
    return writer.bytes();
  }

  static byte[] fault(Fault fault) {
    AnswerWriter writer = new AnswerWriter();
    writer.out.append("<?xml version='1.0'?>\n<methodResponse>\n<fault>\n");
    writer.write(fault.toMap());
    writer.out.append("</fault>\n</methodResponse>\n");
    return writer.bytes();
  }

  private byte[] bytes() {
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void write(Object value) {
    out.append("<value>");
    if (value instanceof String text) {
      out.append("<string>");
      escape(text);
      out.append("</string>");
    } else if (value instanceof Boolean truth) {
      out.append("<boolean>").append(truth ? 1 : 0).append("</boolean>");
    } else if (value instanceof Integer number) {
      out.append("<int>").append(number).append("</int>");
    } else if (value instanceof List<?> list) {
      out.append("<array><data>\n");
      list.forEach(this::write);
      out.append("</data></array>");
    } else if (value instanceof Map<?, ?> map) {
      out.append("<struct>\n");
      map.forEach(this::member);
      out.append("</struct>");
    } else {
      throw new IllegalStateException("XML-RPC has no form for " + value);
    }
    out.append("</value>\n");
  }

  private void member(Object name, Object value) {
    out.append("<member>\n<name>");
    escape((String) name);
    out.append("</name>\n");
    write(value);
    out.append("</member>\n");
  }

  /**
   * Appends escaped text. Characters that XML 1.0 forbids, including those of terminal escapes,
   * become U+FFFD.
   */
  private void escape(String text) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\r' -> out.append("&#13;");
                default -> out.appendCodePoint(isAllowed(c) ? c : '\uFFFD');
              }
            });
  }

  private static boolean isAllowed(int c) {
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return c == '\n' || c == '\t' || (c >= ' ' && !surrogate && c != 0xFFFE && c != 0xFFFF);
  }
}
