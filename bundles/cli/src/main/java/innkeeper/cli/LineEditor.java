package innkeeper.cli;

import innkeeper.common.terminal.Widths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

  // The keys of single bytes are the control characters of readline's Emacs mode. These have no
  // control character.
  private static final int IGNORED = 0;
  private static final int DELETE = -2;
  private static final int WORD_LEFT = -3;
  private static final int WORD_RIGHT = -4;

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
      int key = key();
      switch (key) {
        case -1 -> {
          return null;
        }
        case '\r', '\n' -> {
          line.move(line.length());
          draw();
          put("\n");
          return line.text();
        }
        case Keys.CTRL_C -> {
          put("^C\n");
          return "";
        }
        case 4 -> {
          if (line.length() == 0) {
            put("\n");
            return null;
          }
          edit(DELETE);
        }
        case 9 -> complete();
        case 12 -> put("\033[H\033[2J");
        case 18 -> {
          if (search()) {
            return line.text();
          }
        }
        case 14, 16 -> {
          int next = place + (key == 16 ? -1 : 1);
          if (next >= 0 && next <= history.lines().size()) {
            draft = place == history.lines().size() ? line.text() : draft;
            place = next;
            line.set(place == history.lines().size() ? draft : history.lines().get(place));
          }
        }
        default -> edit(key);
      }
      draw();
    }
  }

  private void edit(int key) throws IOException {
    switch (key) {
      case 1 -> line.move(0);
      case 2 -> line.move(line.back(1));
      case 5 -> line.move(line.length());
      case 6 -> line.move(line.forth());
      case 8, 127 -> line.cut(line.back(1), line.cursor());
      case 11 -> line.kill(line.cursor(), line.length());
      case 21 -> line.kill(0, line.cursor());
      case 23 -> line.kill(line.wordStart(), line.cursor());
      case 25 -> line.yank();
      case DELETE -> line.cut(line.cursor(), line.forth());
      case WORD_LEFT -> line.move(line.wordStart());
      case WORD_RIGHT -> line.move(line.wordEnd());
      default -> {
        if (key >= 32) {
          line.insert(Character.toString(point(key)));
        }
      }
    }
  }

  /** Reads a key. An escape sequence becomes the key that does the same. */
  private int key() throws IOException {
    int key = keys.read();
    if (key != 27) {
      return key;
    }
    key = keys.read();
    if (key != '[' && key != 'O') {
      return switch (key) {
        case 'b' -> WORD_LEFT;
        case 'f' -> WORD_RIGHT;
        case 127 -> 23;
        default -> IGNORED;
      };
    }
    StringBuilder typed = new StringBuilder();
    key = keys.read();
    while (key >= '0' && key <= '9' || key == ';') {
      typed.append((char) key);
      key = keys.read();
    }
    String arguments = typed.toString();
    boolean byWord = arguments.endsWith(";5") || arguments.endsWith(";3");
    return switch (key) {
      case 'A' -> 16;
      case 'B' -> 14;
      case 'C' -> byWord ? WORD_RIGHT : 6;
      case 'D' -> byWord ? WORD_LEFT : 2;
      case 'H' -> 1;
      case 'F' -> 5;
      case '~' ->
          switch (arguments) {
            case "1", "7" -> 1;
            case "4", "8" -> 5;
            case "3" -> DELETE;
            default -> IGNORED;
          };
      default -> IGNORED;
    };
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
      line.cut(line.back(found.replaced()), line.cursor());
      line.insert(common + (one ? " " : ""));
      return;
    }
    put("\n");
    for (String row : columns(candidates)) {
      put(row + "\n");
    }
  }

  /** Arranges words in columns, filled from top to bottom like ls. */
  private List<String> columns(List<String> words) {
    int widest = words.stream().mapToInt(word -> word.length() + 2).max().orElse(1);
    int across = Math.max(1, width / widest);
    int rows = (words.size() + across - 1) / across;
    List<String> out = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      StringBuilder joined = new StringBuilder();
      for (int i = row; i < words.size(); i += rows) {
        joined.append(words.get(i));
        if (i + rows < words.size()) {
          joined.append(" ".repeat(widest - words.get(i).length()));
        }
      }
      out.add(joined.toString());
    }
    return out;
  }

  private static String common(List<String> texts) {
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
