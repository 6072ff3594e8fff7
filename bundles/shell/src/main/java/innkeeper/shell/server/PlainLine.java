package innkeeper.shell.server;

import java.util.List;

/**
 * A typed line of words and spaces only, which means the same with and without Gogo's language.
 * Such a line runs its command directly, so that Ctrl-C reaches it directly too.
 */
final class PlainLine {

  private static final String MARKS = "._:/=,@+-";

  private PlainLine() {}

  /** Returns the words; an empty list if the line needs Gogo. */
  static List<String> words(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != ' ' && !Character.isLetterOrDigit(c) && MARKS.indexOf(c) < 0) {
        return List.of();
      }
    }
    String s = line.strip();
    // NAME=VALUE as the first word is an assignment in Gogo.
    String first = s.indexOf(' ') < 0 ? s : s.substring(0, s.indexOf(' '));
    return s.isEmpty() || first.indexOf('=') >= 0 ? List.of() : List.of(s.split(" +"));
  }
}
