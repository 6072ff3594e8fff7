package innkeeper.convert.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits a command line like a POSIX shell, with its quotes; it expands nothing. */
final class ShellWords {

  private static final String NEEDS_SHELL = "$`|&;<>(){}*?[]~#!\n";

  /** The beginning of an assignment, or of a builtin command. */
  private static final Pattern SHELLS_OWN =
      Pattern.compile("[\\p{L}\\p{Nd}_]+=|(cd|exec|source|\\.|export|ulimit|set) ");

  private ShellWords() {}

  /**
   * @throws IllegalArgumentException if a quote is not closed
   */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean any = false;
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i++);
      if (c == '\'') {
        int end = line.indexOf('\'', i);
        if (end < 0) {
          throw new IllegalArgumentException("a single quote is not closed");
        }
        word.append(line, i, end);
        i = end + 1;
        any = true;
      } else if (c == '"') {
        i = quoted(line, i, word);
        any = true;
      } else if (c == '\\') {
        if (i == line.length()) {
          throw new IllegalArgumentException("it ends with a backslash");
        }
        word.append(line.charAt(i++));
        any = true;
      } else if (Character.isWhitespace(c)) {
        if (any) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
      } else {
        word.append(c);
        any = true;
      }
    }
    if (any) {
      words.add(word.toString());
    }
    return words;
  }

  /** Reads up to the closing double quote. Returns the index after it. */
  private static int quoted(String line, int from, StringBuilder word) {
    int i = from;
    while (i < line.length()) {
      char c = line.charAt(i++);
      if (c == '"') {
        return i;
      }
      if (c == '\\' && i < line.length() && "\"\\$`".indexOf(line.charAt(i)) >= 0) {
        c = line.charAt(i++);
      }
      word.append(c);
    }
    throw new IllegalArgumentException("a double quote is not closed");
  }

  /** Returns whether the line needs a shell: for expansion, pipes, assignments or a builtin. */
  static boolean needShell(String line) {
    boolean single = false;
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (single) {
        single = c != '\'';
      } else if (c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted) {
        if (c == '$' || c == '`') {
          return true;
        }
      } else if (c == '\'') {
        single = true;
      } else if (NEEDS_SHELL.indexOf(c) >= 0 && !(c == '#' && i > 0 && line.charAt(i - 1) != ' ')) {
        return true;
      }
    }
    return SHELLS_OWN.matcher(line).lookingAt();
  }

  /** Returns the command to run: the split words, or a shell with the line if it needs one. */
  static List<String> command(String line) {
    return needShell(line) ? List.of("/bin/sh", "-c", line) : split(line);
  }
}
