package innkeeper.shell.cli;

import innkeeper.api.audit.Actor;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The caller of a command, and the part of the caller's environment that the command sees. An
 * instance serves one call on one thread.
 */
public interface Caller {

  /** The most bytes of a text; more is not a reasonable list of secrets or definition. */
  int MOST_TEXT = 4 << 20;

  /**
   * Returns standard output in UTF-8. It is flushed after the command and when the command flushes
   * it.
   */
  PrintStream out();

  PrintStream err();

  /** Returns whether {@link #out} ends in a terminal that may show colours. */
  default boolean colour() {
    return false;
  }

  /** Returns whether {@link #out} ends in a terminal. */
  default boolean terminal() {
    return false;
  }

  /** Returns the terminal's columns; 0 if they are unknown, also without a terminal. */
  default int width() {
    return 0;
  }

  /** Returns the caller's working directory, as an absolute path. Relative paths start there. */
  Path directory();

  /**
   * Returns whether the caller is on another machine. Then {@link #directory} is on that machine,
   * and files are available through {@link #open} only.
   */
  default boolean far() {
    return false;
  }

  Actor actor();

  /**
   * Opens a file on the caller's side, with the caller's rights; "-" is its standard input.
   *
   * @throws IOException if the file cannot be read; it may come only at the first read
   */
  InputStream open(String file) throws IOException;

  /**
   * Reads a file as {@link #open} does.
   *
   * @throws IOException with that message if it has more than 4 MiB
   */
  default String text(String file, String tooLarge) throws IOException {
    try (InputStream in = open(file)) {
      byte[] bytes = in.readNBytes(MOST_TEXT + 1);
      if (bytes.length > MOST_TEXT) {
        throw new IOException(tooLarge);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /**
   * Takes the whole terminal until the command ends. The command gets an alternate screen without a
   * cursor, and each key as it is typed. {@code ESC [ 8 ; ROWS ; COLUMNS t} among the keys reports
   * the size, at the start and after each change.
   *
   * @throws IOException if {@link #out} does not end in a terminal
   */
  Keyboard keys() throws IOException;

  /**
   * Returns the position at which an earlier call of the same command was suspended; "" if there
   * was none.
   */
  default String resume() {
    return "";
  }

  /**
   * Returns whether the shell is being replaced. Then a command without an end must throw {@link
   * Suspended}.
   */
  default boolean leaving() {
    return false;
  }

  /** Prints a line on standard output. */
  default void println(String line) {
    out().println(line);
  }

  /** Prints a value as JSON. */
  default void json(Object value) {
    println(Json.write(value));
  }

  /** Prints a message on standard error; it may contain untrusted text. */
  default void note(String message) {
    err().println("innkeeper: " + SafeText.line(message));
  }

  /** Returns the text with its colour, if the output may show colours. */
  default String painted(TextTable.Cell cell) {
    return cell.colour().paint(cell.text(), colour());
  }

  /** Prints lines under a head, which precedes the first one; the others are indented. */
  default void lines(String head, List<String> lines) {
    String first = head;
    for (String line : lines) {
      println(first + line);
      first = " ".repeat(head.length());
    }
  }

  /** Prints a table; on a terminal its last column is cut to the width. */
  default void print(TextTable table) {
    table.lines(terminal() && width() > 20 ? width() : 0, colour()).forEach(out()::println);
  }
}
