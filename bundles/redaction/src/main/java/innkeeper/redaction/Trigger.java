package innkeeper.redaction;

import java.nio.charset.StandardCharsets;

/**
 * A piece of text that may begin a secret, or stand beside one. Left and right name classes of the
 * bytes around it: they only sharpen the prefilter, the verifier checks them again.
 *
 * @param kind which verifier
 * @param text as the format spells it
 * @param fold lower case, what the prefilter compares
 * @param token what is known of the token that follows, or null
 */
record Trigger(Kind kind, byte[] text, byte[] fold, String left, String right, Token token) {

  /** A verifier each. */
  enum Kind {
    KEY,
    TOKEN,
    JWT,
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
    ESCAPE
  }

  /** Format of a token: its alphabet, how long a run must be at least, how strict its start is. */
  record Token(int alphabet, int min, boolean strict, String extra) {}

  static Trigger of(Kind kind, String left, String text, String right, Token token) {
    return new Trigger(
        kind,
        text.getBytes(StandardCharsets.ISO_8859_1),
        fold(text.getBytes(StandardCharsets.ISO_8859_1)),
        left,
        right,
        token);
  }

  private static byte[] fold(byte[] text) {
    byte[] fold = text.clone();
    for (int i = 0; i < fold.length; i++) {
      fold[i] |= 0x20;
    }
    return fold;
  }

  /** Whether the text stands at {@code at}, but for case. */
  boolean matches(byte[] b, int at, int from, int to) {
    if (at < from || at + fold.length > to) {
      return false;
    }
    for (int i = 0; i < fold.length; i++) {
      if ((b[at + i] | 0x20) != fold[i]) {
        return false;
      }
    }
    return true;
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
