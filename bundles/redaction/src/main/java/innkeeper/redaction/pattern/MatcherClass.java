package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The source of a class of matchers. */
final class MatcherClass {
  private final String name;
  private final Map<String, String> methods = new HashMap<>();
  private final Map<ByteSet, String> fields = new HashMap<>();
  private final Map<String, String> tests = new HashMap<>();
  private final StringBuilder body = new StringBuilder();
  private int names;

  MatcherClass(String name) {
    this.name = name;
  }

  /**
   * Adds what a matcher has to do.
   *
   * @param match the statements of its method {@code match}
   * @param first what a text may begin with
   * @param ofToken whether a text of bytes of tokens alone may match
   */
  void pattern(String match, ByteSet first, boolean ofToken) {
    body.append(
        """
        %s() {
          super(%s, %s);
        }

        @Override
        int match(LineText in, int at) {
        %s}

        """
            .formatted(name, made(first), ofToken, match));
  }

  String source() {
    return """
        package innkeeper.redaction.pattern;

        import innkeeper.redaction.text.ByteSet;
        import innkeeper.redaction.text.Bytes;

        final class %s extends Matcher {
        %s}
        """
        .formatted(name, body);
  }

  private String fresh(String kind) {
    return kind + names++;
  }

  /** A method that matches a part; many parts do the same. */
  String method(String lines) {
    return methods.computeIfAbsent(lines, this::newMethod);
  }

  private String newMethod(String lines) {
    String method = fresh("match");
    body.append("  static int ").append(method).append("(LineText in, int at) {\n");
    body.append(lines).append("  }\n\n");
    return name + "." + method;
  }

  /** A field with a number for a place that is remembered. */
  String number() {
    String number = fresh("NUMBER_");
    body.append("  private static final int ").append(number);
    body.append(" = Numbers.of(new Object());\n\n");
    return number;
  }

  /** The method that makes the test at its first use. */
  String test(String source) {
    return tests.computeIfAbsent(source, this::newTest);
  }

  private String newTest(String source) {
    String field = fresh("test");
    body.append(
        """
          private static ValueTest %1$s;

          private static ValueTest %1$s() {
            ValueTest made = %1$s;
            if (made == null) {
              made = CompiledPatterns.test(%2$s);
              %1$s = made;
            }
            return made;
          }

        """
            .formatted(field, quoted(source)));
    return field;
  }

  /** The field that holds a set whose runs are remembered, and beside it their number. */
  String field(ByteSet set) {
    return fields.computeIfAbsent(
        set,
        s -> {
          String field = fresh("SET_");
          body.append("  private static final ByteSet ").append(field).append(" = ");
          body.append(made(s));
          body.append(";\n  private static final int ").append(field).append("_NUMBER = ");
          body.append("Numbers.of(").append(field).append(");\n\n");
          return field;
        });
  }

  /** What makes the set. */
  private static String made(ByteSet set) {
    return set.equals(ByteSet.ANY)
        ? "ByteSet.ANY"
        : "ByteSet.bits(%dL, %dL, %dL, %dL)"
            .formatted(set.bits(0), set.bits(1), set.bits(2), set.bits(3));
  }

  /** Bytes as a text of Latin-1. */
  static String text(byte[] bytes) {
    return quoted(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** A text as Java writes it. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
      String escape = c < 256 ? "\\%03o" : "\\u%04x";
      quoted.append(plain ? "" + c : String.format(escape, (int) c));
    }
    return quoted.append('"').toString();
  }
}
