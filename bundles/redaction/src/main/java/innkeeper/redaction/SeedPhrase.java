package innkeeper.redaction;

/**
 * A wallet's words after their name, in prose or after an operator: {@code seed phrase: legal
 * winner thank …}. Twelve at least, small letters, three to eight of them each, as BIP-39 has them.
 */
final class SeedPhrase {
  static final String NAMES =
      "seed phrase|recovery phrase|backup phrase|secret phrase|mnemonic phrase|seed words"
          + "|recovery words|mnemonic ";

  private static final int LEAST = 12;
  private static final int MOST = 25;
  private static final int SHORTEST = 3;
  private static final int LONGEST = 8;

  private SeedPhrase() {}

  /** Looks at what follows a name that ends before {@code from}; returns where to go on. */
  static int verify(Line l, int from) {
    byte[] b = l.b;
    int i = from;
    if (Bytes.atIgnoreCase(b, i, l.to, " is ")) {
      i += 4;
    }
    int start = i;
    while (start < l.to && start - i < 8 && " :=\"'\\[".indexOf(b[start]) >= 0) {
      start++;
    }
    int words = 0;
    int end = start;
    int at = start;
    while (words < MOST) {
      int word = Bytes.runEnd(b, at, l.to, Bytes.LOWER);
      if (word - at < SHORTEST || word - at > LONGEST || sentence(b, at, word)) {
        break;
      }
      words++;
      end = word;
      at = word;
      while (at < l.to && at - word < 6 && " ,\"'\\".indexOf(b[at]) >= 0) {
        at++;
      }
    }
    if (at >= l.to || Bytes.runEnd(b, at, l.to, Bytes.LOWER) == l.to) {
      l.open(from);
    }
    if (words < LEAST) {
      return from;
    }
    l.secret(start, end);
    return end;
  }

  /** A word that the list does not have and no sentence goes long without. */
  private static boolean sentence(byte[] b, int from, int to) {
    for (String word : new String[] {"the", "and", "for", "was", "are", "not", "with", "from"}) {
      if (word.length() == to - from && Bytes.at(b, from, to, word)) {
        return true;
      }
    }
    return false;
  }
}
