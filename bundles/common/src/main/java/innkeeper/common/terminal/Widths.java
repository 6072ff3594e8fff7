package innkeeper.common.terminal;

/**
 * Computes how many columns a text takes on a terminal: wide East Asian characters and emoji take
 * two.
 */
public final class Widths {

  /** The blocks of Unicode's East Asian Width W and F; first and last code point of each. */
  private static final int[] WIDE = {
    0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff,
    0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900,
    0x1f9ff, 0x20000, 0x3fffd
  };

  private Widths() {}

  public static int of(String text) {
    return text.codePoints().map(Widths::of).sum();
  }

  public static int of(int point) {
    switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT:
        return 0;
      default:
        for (int i = 0; i < WIDE.length; i += 2) {
          if (point >= WIDE[i] && point <= WIDE[i + 1]) {
            return 2;
          }
        }
        return 1;
    }
  }

  /** Returns the longest beginning of the text that fits. */
  public static String start(String text, int columns) {
    int used = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      used += of(text.codePointAt(i));
      if (used > columns) {
        return text.substring(0, i);
      }
    }
    return text;
  }

  /** Returns the longest end of the text that fits. */
  public static String end(String text, int columns) {
    int used = 0;
    for (int i = text.length(); i > 0; i -= Character.charCount(text.codePointBefore(i))) {
      used += of(text.codePointBefore(i));
      if (used > columns) {
        return text.substring(i);
      }
    }
    return text;
  }
}
