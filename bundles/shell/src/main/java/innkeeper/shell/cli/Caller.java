package innkeeper.shell.cli;

import innkeeper.api.audit.Actor;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/** Who called a command, and what it can see of the caller's side. For one call, one thread. */
public interface Caller {

  /** UTF-8; flushed after the command, and whenever it says so. */
  PrintStream out();

  PrintStream err();

  /** Whether {@link #out} ends in a terminal that may be coloured. */
  boolean colour();

  /** Whether {@link #out} ends in a terminal. */
  boolean terminal();

  /** Its columns; 0 for unknown or none. */
  int width();

  /** Absolute: what relative paths are relative to. */
  Path directory();

  /**
   * Whether the caller is on another machine: then {@link #directory} is one of that machine, and
   * files are to be had through {@link #open} only.
   */
  default boolean far() {
    return false;
  }

  Actor actor();

  /**
   * Opens a file where the caller is, with the caller's rights; "-" is its standard input.
   *
   * @throws IOException at the latest when it is read, if it cannot be
   */
  InputStream open(String file) throws IOException;

  /**
   * Takes the whole terminal until the command ends: an alternate screen without a cursor, and each
   * key as it is typed. {@code ESC [ 8 ; ROWS ; COLUMNS t} among the keys tells its size, first of
   * all and after each change.
   *
   * @throws IOException if {@link #out} ends in none
   */
  Keyboard keys() throws IOException;

  /** Where an earlier call of the same command was suspended; "" for none. */
  String resume();

  /** Whether the shell is being replaced: what could go on for ever throws {@link Suspended}. */
  boolean leaving();
}
