package innkeeper.shell.server;

import java.util.List;

/**
 * A typed line that means the same with and without Gogo's language: words and spaces alone. Such a
 * line runs its command straight, which also lets Ctrl-C reach it without detours.
 */
final class PlainLine {

  private static final String MARKS = "._:/=,@+-";

  private PlainLine() {}

  /** Its words; empty when only Gogo knows what it means. */
  static List<String> words(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != ' ' && !Character.isLetterOrDigit(c) && MARKS.indexOf(c) < 0) {
        return List.of();
      }
    }
    String s = line.strip();
    // NAME=VALUE as the first word is an assignment.
    String first = s.indexOf(' ') < 0 ? s : s.substring(0, s.indexOf(' '));
    return s.isEmpty() || first.indexOf('=') >= 0 ? List.of() : List.of(s.split(" +"));
  }
}
