package innkeeper.boot;

import innkeeper.api.text.PosixWord;
import java.nio.file.Path;

/** Commands in messages, as a shell takes them. */
final class ShellQuoting {

  private ShellQuoting() {}

  /** {@code innkeeper --data DIR WORD…}. */
  static String of(Path data, String... words) {
    StringBuilder line =
        new StringBuilder("innkeeper --data ").append(PosixWord.quoted(data.toString()));
    for (String word : words) {
      line.append(' ').append(PosixWord.quoted(word));
    }
    return line.toString();
  }
}
