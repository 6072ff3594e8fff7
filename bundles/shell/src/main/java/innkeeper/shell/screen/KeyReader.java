package innkeeper.shell.screen;

import innkeeper.shell.cli.Keyboard;
import innkeeper.shell.screen.Key.Kind;
import java.nio.charset.StandardCharsets;

/**
 * Converts a terminal's bytes to keys: UTF-8 characters and escape sequences like those of xterm.
 */
final class KeyReader {

  /** The longest wait for the rest of an escape sequence; after it, an Escape counts as a key. */
  private static final long REST_MS = 100;

  private static final int ESC = 27;

  private final Keyboard keyboard;
  private int rows = 24;
  private int columns = 80;
  private int pushed = Keyboard.NONE;

  KeyReader(Keyboard keyboard) {
    this.keyboard = keyboard;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  Key next(long milliseconds) throws InterruptedException {
    int key = pushed;
    pushed = Keyboard.NONE;
    if (key == Keyboard.NONE) {
      key = keyboard.poll(milliseconds);
    }
    return switch (key) {
      case Keyboard.NONE -> Key.of(Kind.NONE);
      case Keyboard.END -> Key.of(Kind.GONE);
      case '\r', '\n' -> Key.of(Kind.ENTER);
      case 8, 127 -> Key.of(Kind.BACKSPACE);
      case 14 -> Key.of(Kind.DOWN);
      case 16 -> Key.of(Kind.UP);
      case ESC -> escape();
      default -> key < 32 ? Key.of(Kind.OTHER) : new Key(Kind.TEXT, point(key));
    };
  }

  private Key escape() throws InterruptedException {
    int key = keyboard.poll(REST_MS);
    if (key != '[' && key != 'O') {
      pushed = key;
      return Key.of(Kind.ESCAPE);
    }
    StringBuilder numbers = new StringBuilder();
    key = keyboard.poll(REST_MS);
    while (key >= '0' && key <= '9' || key == ';') {
      numbers.append((char) key);
      key = keyboard.poll(REST_MS);
    }
    return Key.of(
        switch (key) {
          case 'A' -> Kind.UP;
          case 'B' -> Kind.DOWN;
          case 'H' -> Kind.HOME;
          case 'F' -> Kind.END;
          case '~' -> tilde(numbers.toString());
          case 't' -> size(numbers.toString());
          default -> Kind.OTHER;
        });
  }

  private static Kind tilde(String number) {
    return switch (number) {
      case "1", "7" -> Kind.HOME;
      case "4", "8" -> Kind.END;
      case "5" -> Kind.PAGE_UP;
      case "6" -> Kind.PAGE_DOWN;
      default -> Kind.OTHER;
    };
  }

  private Kind size(String numbers) {
    String[] parts = numbers.split(";");
    try {
      if (parts.length == 3 && parts[0].equals("8")) {
        rows = Math.max(1, Integer.parseInt(parts[1]));
        columns = Math.max(1, Integer.parseInt(parts[2]));
        return Kind.RESIZED;
      }
    } catch (NumberFormatException e) {
      return Kind.OTHER; // A terminal cannot be that large.
    }
    return Kind.OTHER;
  }

  /** Completes a UTF-8 character; invalid bytes become U+FFFD. */
  private int point(int first) throws InterruptedException {
    int more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    byte[] bytes = new byte[more + 1];
    bytes[0] = (byte) first;
    for (int i = 1; i <= more; i++) {
      bytes[i] = (byte) keyboard.poll(REST_MS);
    }
    return new String(bytes, StandardCharsets.UTF_8).codePointAt(0);
  }
}
