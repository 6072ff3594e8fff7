package innkeeper.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A piece of text that may begin a secret, or stand beside one. Left and right name classes of the
 * bytes around it: they only sharpen the prefilter, the verifier checks them again.
 *
 * @param kind which verifier
 * @param text as the format spells it
 * @param fold the same in the other case
 * @param word whether it has to begin a word
 * @param token what is known of the token that follows, or null
 * @param use which of its verifier's ways, or null if that has one only
 */
record Trigger(
    Kind kind,
    byte[] text,
    byte[] fold,
    String left,
    String right,
    boolean word,
    Token token,
    Enum<?> use) {

  /** A verifier each. */
  enum Kind {
    KEY,
    TOKEN,
    JWT,
    JWK,
    USERINFO,
    COLON_USERINFO,
    SCHEME,
    PATH,
    COMMAND,
    PEM,
    PUTTY,
    PUTTY_MAC,
    BACKWARD,
    TELEGRAM,
    HASH,
    PGPASS,
    WRAPPED_PEM,
    PHRASE,
    PROTOCOL,
    ESCAPE
  }

  /** Format of a token: its alphabet, how long a run must be at least, how strict its start is. */
  record Token(int alphabet, int min, boolean strict, String extra) {}

  static Trigger of(Kind kind, String text, Enum<?> use) {
    return of(kind, "", text, "", null, use);
  }

  static Trigger of(Kind kind, String left, String text, String right, Token token) {
    return of(kind, left, text, right, token, null);
  }

  private static Trigger of(
      Kind kind, String left, String text, String right, Token token, Enum<?> use) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    byte[] fold = bytes.clone();
    for (int i = 0; i < fold.length; i++) {
      fold[i] = Bytes.is(fold[i], Bytes.ALPHA) ? (byte) (fold[i] ^ 0x20) : fold[i];
    }
    boolean word = left.equals("V") || left.equals("L");
    return new Trigger(kind, bytes, fold, left, right, word, token, use);
  }

  /** What may stand at each place: left class, text, right class, the token's alphabet. */
  ByteSet[] elements(int least) {
    int n = left.length() + text.length + right.length();
    ByteSet[] elements = new ByteSet[Math.max(n, least)];
    int e = 0;
    for (int i = 0; i < left.length(); i++) {
      elements[e++] = ByteSet.named(left.charAt(i));
    }
    for (byte b : text) {
      elements[e++] = exact() ? ByteSet.exact(b) : ByteSet.folded(b);
    }
    for (int i = 0; i < right.length(); i++) {
      elements[e++] = ByteSet.named(right.charAt(i));
    }
    if (left.equals("L")) {
      elements[1] = ByteSet.exact(text[0]);
    }
    ByteSet after = kind == Kind.TOKEN ? ByteSet.of(token.alphabet()) : ByteSet.ANY;
    Arrays.fill(elements, e, elements.length, after);
    return elements;
  }

  /** Whether case counts. */
  private boolean exact() {
    return switch (kind) {
      case TOKEN, JWT, BACKWARD, WRAPPED_PEM, TELEGRAM -> true;
      case PROTOCOL -> Bytes.is(text[0], Bytes.UPPER);
      default -> false;
    };
  }

  /** The text as a name. */
  String name() {
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** Whether the text stands at {@code at}, but for case. */
  boolean matches(byte[] b, int at, int from, int to) {
    if (at < from || at + fold.length > to) {
      return false;
    }
    for (int i = 0; i < fold.length; i++) {
      if (b[at + i] != text[i] && b[at + i] != fold[i]) {
        return false;
      }
    }
    if (!word) {
      return true;
    }
    boolean start = at == from || !Bytes.is(b[at - 1], Bytes.ALPHA);
    return left.equals("L") ? !start && b[at] == text[0] : start || ByteSet.endsEscape(b[at - 1]);
  }

  /** Whether the text stands at {@code at} in the very same case; the rest is known to match. */
  boolean exact(byte[] b, int at) {
    for (int i = 0; i < text.length; i++) {
      if (b[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }
}
