package innkeeper.redaction.pattern;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A text as a pattern writes it: in double quotes as it stands, in single quotes in any case.
 *
 * @param text its bytes
 * @param other its letters in the other case, if the case is any; else the same bytes
 */
public record Literal(byte[] text, byte[] other) {
  static Literal of(byte[] text, boolean anyCase) {
    byte[] other = text.clone();
    for (int i = 0; i < other.length && anyCase; i++) {
      other[i] = Bytes.otherCase(text[i]);
    }
    return new Literal(text, other);
  }

  /** The text as it stands. */
  public static Literal exact(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8), false);
  }

  /** The same with its first bytes as they are written, whatever the case of the others. */
  public Literal asWritten(int first) {
    byte[] mixed = other.clone();
    System.arraycopy(text, 0, mixed, 0, first);
    return new Literal(text, mixed);
  }

  /** Texts parted by bars: {@code 'bindpw ' | "PASS "}. */
  public static List<Literal> list(String texts) {
    PatternText text = new PatternText(texts);
    List<Literal> list = new ArrayList<>();
    do {
      char quote = text.atAny("'") ? '\'' : '"';
      text.expect(quote);
      list.add(of(text.quoted(quote), quote == '\''));
    } while (text.taken('|'));
    text.expectEnd();
    return list;
  }
}
