package innkeeper.boot;

import java.nio.file.Path;

/** Commands in messages, as a shell takes them. */
final class ShellQuoting {

  private ShellQuoting() {}

  /** {@code innkeeper --data DIR WORD…}. */
  static String of(Path data, String... words) {
    StringBuilder line = new StringBuilder("innkeeper --data ").append(quoted(data.toString()));
    for (String word : words) {
      line.append(' ').append(quoted(word));
    }
    return line.toString();
  }

  /** One word of a shell. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./=:@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
