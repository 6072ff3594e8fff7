package innkeeper.redaction.name;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.value.Values;

/** What dumps write before a value: its type, or a call around it. */
public final class TypedValue {
  private static final Pattern TYPED = Values.after("typed-value");

  private TypedValue() {}

  /**
   * Over {@code string(9) }, {@code (string) (len=9) }, {@code Some(}, {@code <<}, to the quote.
   */
  public static int skip(LineText text, int at) {
    return Math.max(at, TYPED.match(text, at));
  }
}
