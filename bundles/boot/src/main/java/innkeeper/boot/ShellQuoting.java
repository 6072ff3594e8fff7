package innkeeper.boot;

import innkeeper.common.text.PosixWord;
import java.nio.file.Path;

/** Quotes commands in messages, so that a shell accepts them. */
final class ShellQuoting {

  private ShellQuoting() {}

  /** Returns {@code innkeeper --data DIR WORD…} with quoted words. */
  static String of(Path data, String... words) {
    StringBuilder line =
        new StringBuilder("innkeeper --data ").append(PosixWord.quoted(data.toString()));
    for (String word : words) {
      line.append(' ').append(PosixWord.quoted(word));
    }
    return line.toString();
  }
}
