package innkeeper.shell.gogo;

/** Words for Gogo's parser. */
final class Quoting {

  private Quoting() {}

  /** Whether a word can be a command's name: nothing the parser would take for something else. */
  static boolean isName(String word) {
    if (word.isEmpty()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (!plain(c) && c != ':') {
        return false;
      }
    }
    return true;
  }

  /** The word such that the parser gives it back as it is. */
  static String quote(String word) {
    boolean bare = !word.isEmpty();
    for (int i = 0; i < word.length() && bare; i++) {
      bare = plain(word.charAt(i));
    }
    if (bare) {
      return word;
    }
    StringBuilder out = new StringBuilder("'");
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '\'') {
        out.append("'\\''");
      } else {
        out.append(c);
      }
    }
    return out.append('\'').toString();
  }

  private static boolean plain(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '-'
        || c == '/';
  }
}
