package innkeeper.cli;

/**
 * A line and its cursor. Positions are indexes of characters; the methods that return one never
 * split a code point.
 */
final class Editing {

  private final StringBuilder text = new StringBuilder();
  private int cursor;
  private String killed = "";

  String text() {
    return text.toString();
  }

  String before() {
    return text.substring(0, cursor);
  }

  String after() {
    return text.substring(cursor);
  }

  int cursor() {
    return cursor;
  }

  int length() {
    return text.length();
  }

  /** Returns the position of that many code points before the cursor, at least 0. */
  int back(int count) {
    return text.offsetByCodePoints(cursor, -Math.min(count, text.codePointCount(0, cursor)));
  }

  /** Returns the position after the code point at the cursor. */
  int forth() {
    return cursor == length() ? cursor : text.offsetByCodePoints(cursor, 1);
  }

  /** Returns the beginning of the word before the cursor. */
  int wordStart() {
    int at = cursor;
    while (at > 0 && text.charAt(at - 1) == ' ') {
      at--;
    }
    while (at > 0 && text.charAt(at - 1) != ' ') {
      at--;
    }
    return at;
  }

  /** Returns the end of the word after the cursor. */
  int wordEnd() {
    int at = cursor;
    while (at < length() && text.charAt(at) == ' ') {
      at++;
    }
    while (at < length() && text.charAt(at) != ' ') {
      at++;
    }
    return at;
  }

  void set(String line) {
    text.setLength(0);
    cursor = 0;
    insert(line);
  }

  void insert(String added) {
    text.insert(cursor, added);
    cursor += added.length();
  }

  void move(int to) {
    cursor = to;
  }

  /** Removes a part; the cursor is then at its place. */
  void cut(int from, int to) {
    text.delete(from, to);
    cursor = from;
  }

  /** Removes a part like {@link #cut}, and keeps it for {@link #yank}. */
  void kill(int from, int to) {
    if (from < to) {
      killed = text.substring(from, to);
      cut(from, to);
    }
  }

  /** Inserts the part that was killed last. */
  void yank() {
    insert(killed);
  }
}
