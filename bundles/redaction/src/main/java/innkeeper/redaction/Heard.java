package innkeeper.redaction;

/**
 * The command that a here-string is given to, and whether it reads a secret. Asked for places
 * further and further on, each byte of the line is looked at once.
 */
final class Heard {
  private static final int LONGEST = 256;

  /** What a command has in it that reads a secret. */
  private static final String[] READERS = {
    "secret",
    "passw",
    "passphrase",
    "token",
    "login",
    "-key",
    "_key",
    "seal",
    "cryptsetup",
    "kinit",
    "askpass"
  };

  /** Commands that read what they search or print. */
  private static final String[] FILTERS = {"grep ", "sed ", "awk ", "jq ", "read "};

  /** One less than the longest of them. */
  private static final int OVERLAP = 9;

  private int from;
  private int known;
  private int separator;
  private int reader;
  private int filter;

  /** To be told of each new line. */
  void forget() {
    known = Integer.MAX_VALUE;
  }

  /** Looks at the command that {@code at} is in. */
  void at(Line line, int at) {
    byte[] b = line.b;
    int floor = Math.max(line.from, at - LONGEST);
    if (at < known || known < floor) {
      known = floor;
      separator = -1;
      reader = -1;
      filter = -1;
    }
    for (int i = known; i < at; i++) {
      separator = b[i] == '|' || b[i] == ';' || b[i] == '&' ? i : separator;
    }
    int overlap = Math.max(floor, known - OVERLAP);
    reader = Math.max(reader, last(READERS, b, overlap, at));
    filter = Math.max(filter, last(FILTERS, b, overlap, at));
    known = at;
    from = Math.max(floor, separator + 1);
  }

  /** Where the command begins. */
  int from() {
    return from;
  }

  boolean readsSecret() {
    return reader >= from && filter < from;
  }

  /** Whether the word says that a secret is read. */
  static boolean reader(byte[] b, int from, int to) {
    return last(READERS, b, from, to) >= 0;
  }

  private static int last(String[] texts, byte[] b, int from, int to) {
    int last = -1;
    for (String text : texts) {
      int i = Bytes.indexOfIgnoreCase(b, from, to, text);
      while (i >= 0) {
        last = Math.max(last, i);
        i = Bytes.indexOfIgnoreCase(b, i + 1, to, text);
      }
    }
    return last;
  }
}
