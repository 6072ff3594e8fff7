package innkeeper.redaction;

/** What others print instead of a secret: stars, dots, bullets. */
final class Masked {
  private Masked() {}

  static boolean is(byte[] b, int from, int to) {
    int stars = 0;
    boolean same = true;
    for (int i = from; i < to; i++) {
      byte c = b[i];
      if (c == '*' || c == '.' || c == '#' || c == '-' || c == '_' || (c & 0xff) >= 0x80) {
        stars++;
      }
      same &= c == b[from];
    }
    if (stars == to - from) {
      return bullets(b, from, to);
    }
    return same && to - from >= 3 && (b[from] | 0x20) == 'x';
  }

  /** Beyond ASCII only bullets and an ellipsis count as a mask, no letters. */
  private static boolean bullets(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] < 0 && (b[i] & 0xff) != 0xe2) {
        int lead = i;
        while (lead > from && (b[lead] & 0xc0) == 0x80) {
          lead--;
        }
        if ((b[lead] & 0xff) != 0xe2) {
          return false;
        }
      }
    }
    return true;
  }
}
