package innkeeper.redaction.token;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;

/** Tokens without a prefix. */
public final class Tokens {
  private Tokens() {}

  public static boolean mixed(byte[] b, int from, int to) {
    int seen = 0;
    int most = Math.min(to, from + 256);
    for (int i = from; i < most; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    return (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
  }

  static boolean cases(byte[] b, int from, int to) {
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    return (seen & Bytes.LOWER) != 0 && (seen & Bytes.UPPER) != 0;
  }

  /**
   * Discord: a snowflake in base64, a time of six letters, a MAC. No prefix tells it; the two dots
   * seven bytes apart do.
   *
   * @param dot the first of the dots
   * @return where to go on
   */
  public static int discord(Line l, int dot) {
    byte[] b = l.b;
    int second = dot + 7;
    if (second >= l.to || b[second] != '.') {
      return dot + 1;
    }
    int from = Bytes.runStart(b, Math.max(l.from, dot - 40), dot, Bytes.TOKEN);
    if (dot - from < 23
        || dot - from > 30
        || Bytes.runEnd(b, dot + 1, second, Bytes.TOKEN) < second
        || "MNOmnopqrstuvwxyz".indexOf(b[from]) < 0) {
      return dot + 1;
    }
    int end = Bytes.runEnd(b, second + 1, l.to, Bytes.TOKEN);
    if (end == l.to) {
      l.open(from);
    }
    if (end - second < 25 || !mixed(b, from, end) || !mixed(b, second, end)) {
      return dot + 1;
    }
    l.secret(from, end);
    return end;
  }
}
