package innkeeper.logging.reading.lines;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a log: the sequence number of the file, the offset in it, and its inode while it is
 * not compressed.
 */
public record Cursor(long seq, long offset, long inode) {

  /** The place before the first line of a log that has no file yet. */
  public static final Cursor START = new Cursor(0, 0, -1);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})-(\\d{1,19})-(-1|\\d{1,19})");

  public String text() {
    return seq + "-" + offset + "-" + inode;
  }

  /** Parses a cursor; empty if the text has another form. */
  public static Optional<Cursor> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Cursor(
              Long.parseLong(parts.group(1)),
              Long.parseLong(parts.group(2)),
              Long.parseLong(parts.group(3))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
