package innkeeper.redaction.token;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** Tokens without a prefix. */
public final class Tokens {
  private Tokens() {}

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
    l.opensAtEnd(from, end);
    if (end - second < 25 || !Values.mixed(b, from, end) || !Values.mixed(b, second, end)) {
      return dot + 1;
    }
    l.secret(from, end);
    return end;
  }
}
