package innkeeper.common.text;

/**
 * Computes what a person sees of a line that a terminal displays: without escape sequences
 * (ECMA-48) and control characters, and with the effect of carriage returns, backspaces and the
 * sequences that move within the line or erase it. A progress bar becomes its last state. It works
 * in one pass without backtracking, in memory linear in the line.
 */
public final class SeenText {

  /** The number of characters after which command line, page and API cut a line of a log. */
  public static final int LONGEST_LINE = 16_384;

  private static final char ESC = 0x1b;
  private static final char CSI = 0x9b;

  /** The maximum number of columns that one sequence moves beyond the text. */
  private static final int FARTHEST = 500;

  /** The length of the note on a cut line with the largest number. */
  private static final int LONGEST_NOTE = 30;

  private final String line;
  private final StringBuilder out;
  private int at;

  /** The index in the result at which the next character is written. */
  private int cursor;

  /** Whether the rest of the line has no end of an escape string (OSC, DCS). */
  private boolean unended;

  private SeenText(String line) {
    this.line = line;
    out = new StringBuilder(line.length());
  }

  /**
   * Returns the visible text of a line. The only control character in it is TAB.
   *
   * @param line without its line end
   */
  public static String of(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (control(line.charAt(i))) {
        return new SeenText(line).read();
      }
    }
    return line;
  }

  /**
   * Returns the beginning of a line's visible text, for a place where a very long line would hide
   * all others. A note at its end says how many characters are missing.
   *
   * @param longest the maximum length with the note, at least 100
   */
  public static String of(String line, int longest) {
    String seen = of(line);
    if (seen.length() <= longest) {
      return seen;
    }
    int end = longest - LONGEST_NOTE;
    end -= Character.isHighSurrogate(seen.charAt(end - 1)) ? 1 : 0;
    return seen.substring(0, end) + "… (" + (seen.length() - end) + " more characters)";
  }

  private static boolean control(char c) {
    return c < 0x20 && c != '\t' || c >= 0x7f && c <= 0x9f;
  }

  private String read() {
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (!control(c)) {
        write(c);
      } else if (c == '\r') {
        cursor = 0;
      } else if (c == '\b') {
        cursor = Math.max(0, cursor - 1);
      } else if (c == ESC) {
        escape();
      } else if (c == CSI) {
        sequence();
      } else if (c == 0x90 || c == 0x98 || c == 0x9d || c == 0x9e || c == 0x9f) {
        string();
      }
    }
    return out.toString();
  }

  private void write(char c) {
    if (cursor < out.length()) {
      out.setCharAt(cursor, c);
    } else {
      out.append(c);
    }
    cursor++;
  }

  private void escape() {
    if (at == line.length()) {
      return;
    }
    switch (line.charAt(at)) {
      case '[' -> {
        at++;
        sequence();
      }
      case ']', 'P', 'X', '^', '_' -> {
        at++;
        string();
      }
      default -> skip(0x2f, 0x30);
    }
  }

  /** Reads a control sequence, and moves or erases accordingly. */
  private void sequence() {
    int from = at;
    char last = skip(0x3f, 0x40);
    int number = 0;
    for (int i = from; i < at && Character.isDigit(line.charAt(i)); i++) {
      number = Math.min(FARTHEST, 10 * number + line.charAt(i) - '0');
    }
    switch (last) {
      case 'C' -> move(cursor + Math.max(1, number));
      case 'D' -> move(cursor - Math.max(1, number));
      case 'G' -> move(Math.max(1, number) - 1);
      case 'K' -> erase(number);
      default -> {}
    }
  }

  private void move(int to) {
    cursor = Math.max(0, Math.min(to, line.length() + FARTHEST));
    while (out.length() < cursor) {
      out.append(' ');
    }
  }

  /** Erases to the end of the line (0), or the whole line (2), whose text then begins again. */
  private void erase(int part) {
    if (part != 1) {
      cursor = part == 0 ? cursor : 0;
      out.setLength(cursor);
    }
  }

  /**
   * Skips parameter and intermediate bytes from 20 to {@code most}, and one final byte from {@code
   * least} to 7E. Returns the final byte; 0 if there is none.
   */
  private char skip(int most, int least) {
    while (at < line.length() && line.charAt(at) >= 0x20 && line.charAt(at) <= most) {
      at++;
    }
    boolean ends = at < line.length() && line.charAt(at) >= least && line.charAt(at) <= 0x7e;
    return ends ? line.charAt(at++) : 0;
  }

  /**
   * Skips a string up to BEL or ST. A string that does not end, as in a line that was cut, hides
   * nothing: only its introducer is removed.
   */
  private void string() {
    for (int i = at; i < line.length() && !unended; i++) {
      char c = line.charAt(i);
      if (c == 0x07 || c == 0x9c) {
        at = i + 1;
        return;
      }
      if (c == ESC) {
        at = i + 1 < line.length() && line.charAt(i + 1) == '\\' ? i + 2 : i;
        return;
      }
    }
    unended = true;
  }
}
