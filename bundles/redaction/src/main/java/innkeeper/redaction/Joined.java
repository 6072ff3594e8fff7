package innkeeper.redaction;

/** A name and a password as one word of drivers: {@code user/password@db}. */
final class Joined {
  private Joined() {}

  /** {@code user/password@db}; without the database where {@code alone}. */
  static void slashed(Line line, int from, boolean alone) {
    byte[] b = line.b;
    int end = Bytes.runEnd(b, from, line.to, Bytes.WORD);
    if (end == from || end >= line.to || b[end] != '/') {
      return;
    }
    int i = end + 1;
    while (i < line.to && b[i] != '@' && !Bytes.is(b[i], Bytes.BLANK | Bytes.QUOTE)) {
      i++;
    }
    if (i == line.to) {
      line.open(end + 1);
    }
    if (i > end + 1 && (alone || i < line.to && b[i] == '@')) {
      secret(line, end + 1, i);
    }
  }

  /** {@code user:password@tcp(host)/db}. */
  static void goDsn(Line line, int at) {
    byte[] b = line.b;
    int floor = Math.max(line.from, at - 256);
    int from = at;
    while (from > floor && !Bytes.is(b[from - 1], Bytes.BLANK | Bytes.QUOTE | Bytes.EQUALS)) {
      from--;
    }
    int colon = Bytes.indexOf(b, from, at, ':');
    if (colon > from && Bytes.at(b, colon, line.to, "://")) {
      return;
    }
    if (colon >= from && colon + 1 < at) {
      secret(line, colon + 1, at);
    }
  }

  private static void secret(Line line, int from, int to) {
    if (from < to && !Judge.placeholder(line.b, from, to)) {
      line.secret(from, to);
    }
  }
}
