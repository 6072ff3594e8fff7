package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;

/** Asks the built-in {@link Values} about a value that is bytes alone. */
public final class ValueCheck {
  private static final Values VALUES = Values.builtin();

  private ValueCheck() {}

  public static boolean placeholder(byte[] b, int from, int to) {
    return VALUES.placeholder(LineText.ofValue(b, to), from, to);
  }

  public static boolean prose(byte[] b, int from, int to) {
    return VALUES.prose(LineText.ofValue(b, to), from, to);
  }

  public static boolean sentence(byte[] b, int from, int to) {
    return VALUES.sentence(LineText.ofValue(b, to), from, to);
  }

  public static boolean message(byte[] b, int from, int to) {
    return VALUES.message(LineText.ofValue(b, to), from);
  }

  public static boolean code(byte[] b, int from, int to, boolean spaced) {
    return VALUES.code(LineText.ofValue(b, to), from, to, spaced);
  }

  public static boolean password(byte[] b, int from, int to) {
    return is(VALUES.passwordLike, b, from, to);
  }

  public static boolean technical(byte[] b, int from, int to) {
    return is(VALUES.notation, b, from, to);
  }

  public static boolean address(byte[] b, int from, int to) {
    return is(VALUES.address, b, from, to);
  }

  public static boolean strong(byte[] b, int from, int to, int min, boolean uuid) {
    return to - from >= min && is(uuid ? VALUES.strong : VALUES.strongName, b, from, to);
  }

  public static boolean issued(byte[] b, int from, int to) {
    return is(VALUES.issued, b, from, to);
  }

  public static boolean drawn(byte[] b, int from, int to) {
    return is(VALUES.drawn, b, from, to);
  }

  /** Words that a sign joins, as in passwords alone. */
  public static boolean signed(byte[] b, int from, int to) {
    return is(VALUES.signed, b, from, to);
  }

  public static boolean uuid(byte[] b, int from, int to) {
    return is(VALUES.uuid, b, from, to);
  }

  private static boolean is(ValueClass known, byte[] b, int from, int to) {
    return known.has(LineText.ofValue(b, to), from, to);
  }

  /** Whether the cookie of that name keeps what a visitor prefers: a theme, a language. */
  public static boolean preference(byte[] b, int from, int to) {
    return is(VALUES.preference, b, from, to);
  }

  /** Where a mask that begins at {@code from} ends; {@code from} if none does. */
  public static int maskEnd(byte[] b, int from, int to) {
    return Math.max(from, VALUES.mask.match(LineText.ofValue(b, to), from));
  }
}
