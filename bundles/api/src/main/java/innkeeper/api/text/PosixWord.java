package innkeeper.api.text;

/** A word of a command that a message or a page offers. Safe for many threads. */
public final class PosixWord {

  private PosixWord() {}

  /**
   * Quotes a word if a shell would not read it as it is.
   *
   * @return the word as a POSIX shell reads it back (XCU 2.2.2); an empty one is two quotes
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
