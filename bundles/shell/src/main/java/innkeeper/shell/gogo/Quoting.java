package innkeeper.shell.gogo;

/** Words for Gogo's parser. */
final class Quoting {

  private Quoting() {}

  /** Whether a word can be a command's name: nothing the parser would take for something else. */
  static boolean isName(String word) {
    return word.matches("[A-Za-z0-9._/:-]+");
  }

  /** The word such that the parser gives it back as it is. */
  static String quote(String word) {
    boolean bare = word.matches("[A-Za-z0-9._/-]+");
    return bare ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
