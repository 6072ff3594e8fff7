package innkeeper.common.wire;

/** Quotes a word for a POSIX shell, for commands that a message suggests. */
public final class ShellWord {

  private ShellWord() {}

  public static String quoted(String word) {
    boolean plain = !word.isEmpty();
    for (int i = 0; i < word.length() && plain; i++) {
      char c = word.charAt(i);
      plain = c < 127 && (Character.isLetterOrDigit(c) || "_./:@%+=,-".indexOf(c) >= 0);
    }
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
