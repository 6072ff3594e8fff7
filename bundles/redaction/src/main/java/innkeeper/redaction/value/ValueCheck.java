package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;

/** Asks the built-in {@link Values} about a value that is bytes alone. */
public final class ValueCheck {
  private static final Values VALUES = Values.builtin();

  /** {@code password hunter2}: what looks like a password where no operator stands. */
  public static final ValueClass PASSWORD = VALUES.named("password-like");

  /** What programs draw for a password. */
  public static final ValueClass DRAWN = VALUES.named("drawn");

  /** Words that a sign joins, as in passwords alone. */
  public static final ValueClass SIGNED = VALUES.named("signed");

  /** Names of cookies that keep what a visitor prefers: a theme, a language. */
  public static final ValueClass PREFERENCE = VALUES.named("preference");

  /** What is secret wherever it stands: no word, number or path. */
  public static final ValueClass TELLING = VALUES.named("telling");

  /** Words, numbers and short names of places with signs between them: {@code exec-1-R30}. */
  public static final ValueClass COUNTED = VALUES.named("counted");

  /** What looks like a token where no operator stands. */
  private static final ValueClass STRONG = VALUES.named("strong");

  /** The same, but for UUIDs. */
  private static final ValueClass STRONG_NAME = VALUES.named("strong-name");

  /** What others print instead of a secret: a word for it in brackets or stars. */
  private static final Pattern MASK = Values.after("mask-word");

  private static final Pattern CAPITALS = Values.after("capital-noun");

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

  public static boolean code(byte[] b, int from, int to, boolean spaced) {
    return VALUES.code(LineText.ofValue(b, to), from, to, spaced);
  }

  public static boolean strong(byte[] b, int from, int to, int min, boolean uuid) {
    return to - from >= min && (uuid ? STRONG : STRONG_NAME).has(b, from, to);
  }

  /**
   * Whether it looks as if chance had drawn it: strong and so long, or drawn whatever its length.
   */
  public static boolean byChance(byte[] b, int from, int to, int least) {
    return strong(b, from, to, least, true) || DRAWN.has(b, from, to);
  }

  /** Where a mask that begins at {@code from} ends; {@code from} if none does. */
  public static int maskEnd(byte[] b, int from, int to) {
    return Math.max(from, MASK.match(LineText.ofValue(b, to), from));
  }

  /** What a manual has for a value: {@code -pPASSWORD}, {@code token=TOKEN}. */
  public static boolean metavariable(byte[] b, int from, int to) {
    return CAPITALS.matches(b, from, to);
  }
}
