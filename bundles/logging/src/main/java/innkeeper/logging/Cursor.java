package innkeeper.logging;

import java.util.Optional;

/**
 * A place in a log: which file by its sequence number, where in it, and its inode as long as it is
 * not compressed.
 */
record Cursor(long seq, long offset, long inode) {

  String text() {
    return seq + "-" + offset + "-" + inode;
  }

  /** Empty for what is no cursor. */
  static Optional<Cursor> parse(String text) {
    String[] parts = text.split("-", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      Cursor cursor =
          new Cursor(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      return cursor.offset < 0 || cursor.seq < 0 ? Optional.empty() : Optional.of(cursor);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
