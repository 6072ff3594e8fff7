package innkeeper.redaction.http;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** A scheme and its credentials where no header's name stands before them: {@code Bearer …}. */
public final class Schemes {
  /** So many bytes of parameters are looked at. */
  private static final int PARAMETERS = 384;

  private static final Pattern TOKEN = Values.after("token*");
  private static final Pattern PARAMETER = Values.after("token+ \"=\"");
  private static final Pattern SIGNED = Values.after("to(376 'response=') | to(375 'signature=')");
  private static final Pattern PARAMETER_END =
      Values.after("before(\"=\") ([\"'] | \"[REDACTED]\")");

  /** Before it signs of base64 may be percent-encoded. */
  private static final int LEAST_ENCODED = 16;

  private static final Pattern ENCODED =
      Values.after("(('%2b' | '%2f' | '%3d') [{base64url}+/=.~]*)*");

  private Schemes() {}

  public static int verify(Line l, byte[] scheme, int at) {
    byte[] b = l.b;
    int word = at + scheme.length;
    if (!l.wordStart(at)) {
      return at + 1;
    }
    byte first = scheme[0];
    int from = Bytes.skipBlank(b, first == 'a' ? TOKEN.match(l, word) : word, l.to);
    boolean list = first == 'd' || first == 'a';
    // A list is looked through up to a bound of its own: the time stays linear.
    int bound = list ? Math.min(l.to, from + 1) : l.to;
    int run = Bytes.runEnd(b, from, bound, Bytes.BASE64_ANY | Bytes.DOT | Bytes.TILDE);
    int end = list || run - from < LEAST_ENCODED ? run : ENCODED.match(l, run);
    l.opensAtEnd(from, end);
    if (end == from || RedactionMark.at(b, from, l.to)) {
      return word;
    }
    boolean secret =
        switch (first) {
          case 'b' -> scheme[1] == 'e' ? bearer(l, from, end) : basic(l, from, end);
          case 'd', 'a' -> parameters(l, from);
          default -> end - from >= 20 && Values.mixed(b, from, end);
        };
    if (!secret) {
      return word;
    }
    if (list) {
      return AuthValue.redact(l, at, l.to, false);
    }
    l.secret(from, end);
    return end;
  }

  private static boolean basic(Line l, int from, int end) {
    return end - from >= 6 && Base64Text.credentials(l.b, from, end);
  }

  private static boolean bearer(Line l, int from, int end) {
    int n = end - from;
    int equals = Bytes.next(l.b, from, end, '=');
    if (n < 8 || PARAMETER_END.matches(l, end) || equals < end && l.b[end - 1] != '=') {
      return false;
    }
    int last = Bytes.runEnd(l.b, from, end, Bytes.ALPHA | Bytes.DASH | Bytes.DOT);
    boolean digits = last < end - 1 || n >= 12;
    return digits && Values.mixed(l.b, from, end)
        || n >= 32
        || n >= 20 && Values.cases(l.b, from + 1, end);
  }

  /** {@code username="x", realm="y"}. */
  private static boolean parameters(Line l, int from) {
    if (!PARAMETER.matches(l, from)) {
      return false;
    }
    l.opensAtEnd(from, from + PARAMETERS);
    return SIGNED.matches(l, from);
  }
}
