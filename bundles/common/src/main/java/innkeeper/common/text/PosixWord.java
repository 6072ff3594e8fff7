package innkeeper.common.text;

/** Quotes the words of a command that a message or a page displays. Safe for many threads. */
public final class PosixWord {

  private PosixWord() {}

  /**
   * Quotes a word if a shell would not read it unchanged.
   *
   * @return the word in the form that a POSIX shell reads back (XCU 2.2.2); two quotes for an empty
   *     word
   */
  public static String quoted(String word) {
    boolean plain = !word.isEmpty();
    for (int i = 0; i < word.length() && plain; i++) {
      char c = word.charAt(i);
      plain = c < 127 && (Character.isLetterOrDigit(c) || "_./:@%+=,-".indexOf(c) >= 0);
    }
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
