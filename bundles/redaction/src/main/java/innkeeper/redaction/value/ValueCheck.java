package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;

/** Tells a secret from what only stands in its place. */
public final class ValueCheck {
  static final Values VALUES = Values.builtin();

  private ValueCheck() {}

  static LineText input(byte[] b, int to) {
    return LineText.ofValue(b, to);
  }

  public static boolean placeholder(byte[] b, int from, int to) {
    return VALUES.placeholder(input(b, to), from, to);
  }

  public static int trimmed(byte[] b, int from, int to) {
    return innkeeper.redaction.text.Bytes.trimmed(b, from, to);
  }

  public static boolean prose(byte[] b, int from, int to) {
    return VALUES.prose(input(b, to), from, to);
  }

  public static boolean sentence(byte[] b, int from, int to) {
    return VALUES.sentence(input(b, to), from, to);
  }

  public static boolean code(byte[] b, int from, int to, boolean spaced) {
    return VALUES.code(input(b, to), from, to, spaced);
  }

  public static boolean digits(byte[] b, int from, int to) {
    return Values.digits(b, from, to);
  }

  public static boolean shaped(byte[] b, int from, int to, int min) {
    return Values.shaped(b, from, to, min);
  }
}
