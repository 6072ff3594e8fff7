package innkeeper.shell.gogo;

/** Quotes words for Gogo's parser. */
final class Quoting {

  private Quoting() {}

  /**
   * Returns whether a word can be a command's name, without any special character of the parser.
   */
  static boolean isName(String word) {
    return word.matches("[A-Za-z0-9._/:-]+");
  }

  /** Returns the word in a form that the parser converts back to the same word. */
  static String quote(String word) {
    boolean bare = word.matches("[A-Za-z0-9._/-]+");
    return bare ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
