package innkeeper.admin.rest;

/**
 * Removes characters from a line that would control a terminal: escape sequences (ECMA-48) and
 * control characters except TAB. It works in one pass without backtracking.
 */
public final class TerminalText {

  private static final char ESC = 0x1b;
  private static final char CSI = 0x9b;

  private TerminalText() {}

  public static String clean(String line) {
    StringBuilder out = new StringBuilder(line.length());
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c == ESC) {
        i = afterEscape(line, i + 1);
      } else if (c == CSI) {
        i = afterControl(line, i + 1);
      } else if (c == 0x90 || c == 0x98 || c == 0x9d || c == 0x9e || c == 0x9f) {
        i = afterString(line, i + 1);
      } else {
        if (c == '\t' || c >= 0x20 && c != 0x7f && !(c >= 0x80 && c <= 0x9f)) {
          out.append(c);
        }
        i++;
      }
    }
    return out.toString();
  }

  private static int afterEscape(String line, int at) {
    if (at >= line.length()) {
      return at;
    }
    return switch (line.charAt(at)) {
      case '[' -> afterControl(line, at + 1);
      case ']', 'P', 'X', '^', '_' -> afterString(line, at + 1);
      default -> after(line, at, 0x2f, 0x30);
    };
  }

  private static int afterControl(String line, int from) {
    return after(line, from, 0x3f, 0x40);
  }

  /**
   * Returns the index after parameter and intermediate bytes from 20 to {@code last}, and after one
   * final byte from {@code first} to 7E.
   */
  private static int after(String line, int from, int last, int first) {
    int at = from;
    while (at < line.length() && line.charAt(at) >= 0x20 && line.charAt(at) <= last) {
      at++;
    }
    boolean end = at < line.length() && line.charAt(at) >= first && line.charAt(at) <= 0x7e;
    return end ? at + 1 : at;
  }

  /**
   * Returns the index after BEL or ST. A sequence that does not end, as in a line cut short, hides
   * nothing: only its introducer is removed.
   */
  private static int afterString(String line, int from) {
    for (int at = from; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == 0x07 || c == 0x9c) {
        return at + 1;
      }
      if (c == ESC) {
        return at + 1 < line.length() && line.charAt(at + 1) == '\\' ? at + 2 : at;
      }
    }
    return from;
  }
}
