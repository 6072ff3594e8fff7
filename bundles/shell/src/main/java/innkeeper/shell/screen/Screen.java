package innkeeper.shell.screen;

import innkeeper.common.terminal.Widths;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.CommandRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole terminal of a caller. It sends changed rows only, to avoid flicker and to stay fast
 * over a slow line. An instance is for one thread.
 */
public final class Screen {

  private final Caller caller;
  private final KeyReader keys;
  private final List<String> shown = new ArrayList<>();

  private Screen(Caller caller, KeyReader keys) {
    this.caller = caller;
    this.keys = keys;
  }

  /**
   * Takes the terminal until the command ends.
   *
   * @param instead a command that needs no terminal, for the message
   */
  public static Screen open(Caller caller, String instead) throws CommandRefusedException {
    if (!caller.terminal()) {
      throw new CommandRefusedException(
          "a terminal is needed, and standard output is not one (over ssh: ssh -t); without one: "
              + instead);
    }
    try {
      return new Screen(caller, new KeyReader(caller.keys()));
    } catch (IOException e) {
      throw new CommandRefusedException(
          "the terminal cannot be used: " + e.getMessage() + "; without one: " + instead, e);
    }
  }

  public int rows() {
    return keys.rows();
  }

  public int columns() {
    return keys.columns();
  }

  /** Returns the next key; {@link Key.Kind#NONE} after that time. */
  public Key next(long milliseconds) throws InterruptedException {
    Key key = keys.next(milliseconds);
    if (key.kind() == Key.Kind.RESIZED) {
      // A terminal may move or wrap the old content.
      shown.clear();
      caller.out().print("\033[0m\033[2J");
    }
    return key;
  }

  /** Returns the lines that fill the rows above the last one, and the last one. */
  public static List<String> page(List<String> lines, String last, int rows) {
    List<String> page =
        new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(0, rows - 1))));
    while (page.size() < rows - 1) {
      page.add("");
    }
    page.add(last);
    return page;
  }

  /**
   * Shows these lines and leaves the rest of the screen empty. A line may contain colours, which
   * must end within it; a line that is too long is cut.
   */
  public void show(List<String> lines) {
    StringBuilder out = new StringBuilder();
    for (int row = 0; row < rows(); row++) {
      String line = row < lines.size() ? fitted(lines.get(row), columns()) : "";
      if (row >= shown.size() || !line.equals(shown.get(row))) {
        // The row is erased before it is written; erasing after a full line would remove
        // its last character.
        out.append("\033[").append(row + 1).append(";1H\033[K").append(line);
      }
      if (row < shown.size()) {
        shown.set(row, line);
      } else {
        shown.add(line);
      }
    }
    if (out.length() > 0) {
      caller.out().print(out);
      caller.out().flush();
    }
  }

  /** Returns the beginning of the line that fits; escape sequences take no columns. */
  static String fitted(String line, int columns) {
    StringBuilder out = new StringBuilder();
    int used = 0;
    boolean painted = false;
    for (int i = 0; i < line.length(); ) {
      if (line.charAt(i) == '\033') {
        int end = line.indexOf('m', i) + 1;
        out.append(line, i, end);
        painted = true;
        i = end;
        continue;
      }
      int point = line.codePointAt(i);
      used += Widths.of(point);
      if (used > columns) {
        return painted ? out.append("\033[0m").toString() : out.toString();
      }
      out.appendCodePoint(point);
      i += Character.charCount(point);
    }
    return out.toString();
  }
}
