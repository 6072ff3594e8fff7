package innkeeper.logging.reading.lines;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A permanent place in a log: a file, and an offset in its text.
 *
 * @param seq the file's number; the numbering may have started again since
 * @param id distinguishes the file from others of that number; 0 if it was unknown
 * @param offset the offset in the text
 */
record Position(long seq, int id, long offset) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-x([0-9a-f]{8})-(\\d{1,18})");

  /**
   * Parses a position.
   *
   * @throws IllegalArgumentException if the text is not a position
   */
  static Position parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "position=" + text + " is not a position; use one that an answer gave");
    }
    return new Position(
        Long.parseLong(parts.group(1)),
        Integer.parseUnsignedInt(parts.group(2), 16),
        Long.parseLong(parts.group(3)));
  }

  String text() {
    return seq + "-x" + HexFormat.of().toHexDigits(id) + "-" + offset;
  }

  /** Returns whether the text is a position, and not a {@link Cursor}. */
  static boolean is(String text) {
    return TEXT.matcher(text).matches();
  }
}
