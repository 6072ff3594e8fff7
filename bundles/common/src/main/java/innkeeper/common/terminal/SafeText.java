package innkeeper.common.terminal;

import java.util.regex.Pattern;

/**
 * Cleans text for a terminal. A server's line may contain escape sequences that move the cursor,
 * rename the window or send input as if typed.
 */
public final class SafeText {

  private static final char ESC = '\033';
  private static final Pattern C1 = Pattern.compile("[\\x7f-\\x9f]");

  private SafeText() {}

  /** Removes all escape sequences and control characters, except tabs. */
  public static String line(String text) {
    return clean(text, false);
  }

  /** Cleans text like {@link #line}, but keeps colours (SGR). */
  public static String coloured(String text) {
    return clean(text, true);
  }

  private static String clean(String text, boolean colours) {
    int first = 0;
    while (first < text.length() && !control(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    boolean painted = false;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ESC) {
        int end = escapeEnd(text, i);
        if (colours && end - i > 2 && text.charAt(i + 1) == '[' && text.charAt(end - 1) == 'm') {
          out.append(text, i, end);
          painted = true;
        }
        i = end;
      } else {
        if (!control(c)) {
          out.append(c);
        }
        i++;
      }
    }
    return painted ? out.append("\033[0m").toString() : out.toString();
  }

  private static boolean control(char c) {
    return c < 32 && c != '\t' || c >= 127 && c < 160;
  }

  /** Returns the index after the escape sequence that starts at {@code from}. */
  private static int escapeEnd(String text, int from) {
    int i = from + 1;
    if (i == text.length()) {
      return i;
    }
    char kind = text.charAt(i++);
    if (kind == '[') {
      while (i < text.length() && (text.charAt(i) < 0x40 || text.charAt(i) > 0x7E)) {
        i++;
      }
      return Math.min(i + 1, text.length());
    }
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
      // The sequence ends at BEL or ESC \; an unterminated one includes the whole line, as
      // on a terminal.
      while (i < text.length() && text.charAt(i) != '\007' && text.charAt(i) != ESC) {
        i++;
      }
      if (i < text.length() && text.charAt(i) == ESC) {
        i++;
      }
      return Math.min(i + 1, text.length());
    }
    return i;
  }

  /**
   * Escapes U+007F to U+009F in JSON, because some terminals take them as commands, like escape
   * sequences.
   */
  public static String json(String json) {
    return C1.matcher(json)
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }
}
