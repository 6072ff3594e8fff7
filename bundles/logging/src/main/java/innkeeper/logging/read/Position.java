package innkeeper.logging.read;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a log for good: which file, and where in its text.
 *
 * @param seq the file's number; it may have begun anew since
 * @param id tells it from others of that number; 0 if that was not known
 * @param offset in the text
 */
record Position(long seq, int id, long offset) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-x([0-9a-f]{8})-(\\d{1,18})");

  /**
   * @throws IllegalArgumentException for what is no position
   */
  static Position parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "position=" + text + " is no position; use one that an answer gave");
    }
    return new Position(
        Long.parseLong(parts.group(1)),
        Integer.parseUnsignedInt(parts.group(2), 16),
        Long.parseLong(parts.group(3)));
  }

  String text() {
    return seq + "-x" + HexFormat.of().toHexDigits(id) + "-" + offset;
  }

  /** Whether the text is one, and not a {@link Cursor}. */
  static boolean is(String text) {
    return TEXT.matcher(text).matches();
  }
}
