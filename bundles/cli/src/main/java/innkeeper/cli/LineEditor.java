package innkeeper.cli;

import innkeeper.common.terminal.Widths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads one line from a raw terminal, with the usual keys of readline's Emacs mode. The line stays
 * on one row and scrolls sideways, so it does not depend on how a terminal wraps.
 */
final class LineEditor {

  /** Completes the word before the cursor. */
  interface Completer {
    Completion complete(String before) throws IOException;
  }

  /**
   * @param replaced number of code points before the cursor that the candidate replaces
   */
  record Completion(int replaced, List<String> candidates) {}

  private final Keys keys;
  private final OutputStream screen;
  private final InputHistory history;
  private final Completer completer;
  private final Editing line = new Editing();
  private String prompt = "";
  private int width = 80;

  LineEditor(Keys keys, OutputStream screen, InputHistory history, Completer completer) {
    this.keys = keys;
    this.screen = screen;
    this.history = history;
    this.completer = completer;
  }

  /**
   * Reads a line. Returns null at the end of input or for Ctrl-D on an empty line, and "" for
   * Ctrl-C.
   */
  String read(String promptText, int columns) throws IOException {
    prompt = promptText;
    width = Math.max(20, columns);
    line.set("");
    int place = history.lines().size();
    String draft = "";
    draw();
    while (true) {
      int key = keys.read();
      switch (key) {
        case -1:
          return null;
        case '\r':
        case '\n':
          line.end();
          draw();
          put("\n");
          return line.text();
        case Keys.CTRL_C:
          put("^C\n");
          return "";
        case 4:
          if (line.empty()) {
            put("\n");
            return null;
          }
          line.delete();
          break;
        case 9:
          complete();
          break;
        case 12:
          put("\033[H\033[2J");
          break;
        case 18:
          if (search()) {
            return line.text();
          }
          break;
        case 14:
        case 16:
        case 27:
          int move = key == 27 ? escape() : key == 16 ? -1 : 1;
          int next = place + move;
          if (move != 0 && next >= 0 && next <= history.lines().size()) {
            draft = place == history.lines().size() ? line.text() : draft;
            place = next;
            line.set(place == history.lines().size() ? draft : history.lines().get(place));
          }
          break;
        default:
          edit(key);
      }
      draw();
    }
  }

  private void edit(int key) throws IOException {
    switch (key) {
      case 1 -> line.home();
      case 2 -> line.left();
      case 5 -> line.end();
      case 6 -> line.right();
      case 8, 127 -> line.backspace();
      case 11 -> line.killToEnd();
      case 21 -> line.killToStart();
      case 23 -> line.killWord();
      case 25 -> line.yank();
      default -> {
        if (key >= 32) {
          line.insert(point(key));
        }
      }
    }
  }

  /**
   * Reads the rest of an escape sequence. Returns -1 for up, 1 for down, 0 for a key that is
   * already handled.
   */
  private int escape() throws IOException {
    int key = keys.read();
    if (key != '[' && key != 'O') {
      switch (key) {
        case 'b' -> line.wordLeft();
        case 'f' -> line.wordRight();
        case 127 -> line.killWord();
        default -> {
          // The editor ignores this key.
        }
      }
      return 0;
    }
    StringBuilder arguments = new StringBuilder();
    key = keys.read();
    while (key >= '0' && key <= '9' || key == ';') {
      arguments.append((char) key);
      key = keys.read();
    }
    boolean byWord = arguments.toString().endsWith(";5") || arguments.toString().endsWith(";3");
    switch (key) {
      case 'A' -> {
        return -1;
      }
      case 'B' -> {
        return 1;
      }
      case 'C' -> move(byWord, true);
      case 'D' -> move(byWord, false);
      case 'H' -> line.home();
      case 'F' -> line.end();
      case '~' -> tilde(arguments.toString());
      default -> {
        // The editor ignores this key.
      }
    }
    return 0;
  }

  private void move(boolean byWord, boolean right) {
    if (right) {
      if (byWord) {
        line.wordRight();
      } else {
        line.right();
      }
    } else if (byWord) {
      line.wordLeft();
    } else {
      line.left();
    }
  }

  private void tilde(String number) {
    switch (number) {
      case "1", "7" -> line.home();
      case "4", "8" -> line.end();
      case "3" -> line.delete();
      default -> {
        // The editor ignores this key.
      }
    }
  }

  /** Completes a UTF-8 character; invalid bytes become U+FFFD. */
  private int point(int first) throws IOException {
    int more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    byte[] bytes = new byte[more + 1];
    bytes[0] = (byte) first;
    for (int i = 1; i <= more; i++) {
      bytes[i] = (byte) keys.read();
    }
    return new String(bytes, StandardCharsets.UTF_8).codePointAt(0);
  }

  private void complete() throws IOException {
    Completion found = completer.complete(line.before());
    List<String> candidates = found.candidates();
    if (candidates.isEmpty()) {
      put("\007");
      return;
    }
    String common = common(candidates);
    boolean one = candidates.size() == 1;
    if (one || common.codePointCount(0, common.length()) > found.replaced()) {
      line.replaceBefore(found.replaced(), common + (one ? " " : ""));
      return;
    }
    put("\n");
    for (String row : Columns.of(candidates, width)) {
      put(row + "\n");
    }
  }

  static String common(List<String> texts) {
    String common = texts.get(0);
    for (String text : texts) {
      int i = 0;
      while (i < common.length() && i < text.length() && common.charAt(i) == text.charAt(i)) {
        i++;
      }
      common = common.substring(0, i);
    }
    return common;
  }

  /**
   * Searches backwards through the history (Ctrl-R). Returns true if the found line runs at once.
   */
  private boolean search() throws IOException {
    StringBuilder wanted = new StringBuilder();
    int at = history.lines().size() - 1;
    while (true) {
      int hit = history.find(wanted.toString(), at);
      String shown = hit < 0 ? "" : history.lines().get(hit);
      put("\r\033[K(search)'" + wanted + "': " + Widths.start(shown, width - wanted.length() - 14));
      int key = keys.read();
      if (key == 18) {
        at = hit > 0 ? hit - 1 : at;
      } else if ((key == 8 || key == 127) && wanted.length() > 0) {
        wanted.setLength(wanted.length() - 1);
        at = history.lines().size() - 1;
      } else if (key >= 32 && key != 127) {
        wanted.appendCodePoint(point(key));
      } else {
        if (key != Keys.CTRL_C && key != 7 && hit >= 0) {
          line.set(shown);
        }
        draw();
        if (key == '\r' || key == '\n') {
          put("\n");
          return true;
        }
        if (key == 27) {
          keys.unread(27);
        }
        return false;
      }
    }
  }

  /** Draws the prompt and the part of the line around the cursor that fits. */
  private void draw() throws IOException {
    int room = width - prompt.length() - 1;
    String left = Widths.end(line.before(), room - 1);
    String right = Widths.start(line.after(), room - Widths.of(left));
    int columns = Widths.of(right);
    String back = columns == 0 ? "" : "\033[" + columns + "D";
    put("\r\033[K" + prompt + left + right + back);
  }

  private void put(String text) throws IOException {
    screen.write(text.getBytes(StandardCharsets.UTF_8));
    screen.flush();
  }
}
