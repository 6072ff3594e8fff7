package innkeeper.redaction.pattern;

/**
 * Writes statements of matchers: for parts that hold no others, and for what others have in common.
 */
final class Statements {
  private Statements() {}

  /** Whether the byte at a place is in the part's set. */
  static String next(Node node, String at) {
    return ByteTest.of(node.set, "b[" + at + "]");
  }

  static String unless(String condition, String missed) {
    return "if (!(" + condition + ")) {\n" + missed + "\n}\n";
  }

  static String literal(Node node, String at, String missed) {
    String text = MatcherClass.text(node.text);
    String other = MatcherClass.text(node.other);
    return """
        if (%1$s > in.to - %2$d || !(%3$s)) {
          in.missed(%1$s, %4$s, %5$s);
          %6$s
        }
        %1$s += %2$d;
        """
        .formatted(
            at,
            node.text.length,
            ByteTest.of(node.text, node.other, at + " + "),
            text,
            other,
            missed);
  }

  static String literalBefore(Node node, String at, String missed) {
    int length = node.text.length;
    String bytes = ByteTest.of(node.text, node.other, at + " - " + length + " + ");
    return unless(at + " - " + length + " >= in.from && " + bytes, missed)
        + "%s -= %d;\n".formatted(at, length);
  }

  /** One byte, or perhaps one. */
  static String single(Node node, String at, String missed) {
    return """
        if (%1$s < in.to && (%2$s)) {
          %1$s++;
        } else {
          in.looked(%1$s);
          %3$s
        }
        """
        .formatted(at, next(node, at), node.least == 1 ? missed : "");
  }

  /** Moves to a place that was looked for, if it will do. */
  static String reached(String at, String end, String condition, String missed) {
    return "in.looked(%s);\n".formatted(end)
        + unless(condition, missed)
        + "%s = %s;\n".formatted(at, end);
  }

  static String enough(Node node, String at, String end) {
    return end + " - " + at + " >= " + node.least;
  }
}
