package innkeeper.cli;

/** A line and its cursor, counted in code points, so that the cursor never splits a character. */
final class Editing {

  private int[] points = new int[64];
  private int length;
  private int cursor;
  private String killed = "";

  String text() {
    return new String(points, 0, length);
  }

  String before() {
    return new String(points, 0, cursor);
  }

  String after() {
    return new String(points, cursor, length - cursor);
  }

  boolean empty() {
    return length == 0;
  }

  void set(String text) {
    length = 0;
    cursor = 0;
    insert(text);
  }

  void insert(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      insert(text.codePointAt(i));
    }
  }

  void insert(int point) {
    if (length == points.length) {
      points = java.util.Arrays.copyOf(points, length * 2);
    }
    System.arraycopy(points, cursor, points, cursor + 1, length - cursor);
    points[cursor++] = point;
    length++;
  }

  void left() {
    cursor = Math.max(0, cursor - 1);
  }

  void right() {
    cursor = Math.min(length, cursor + 1);
  }

  void home() {
    cursor = 0;
  }

  void end() {
    cursor = length;
  }

  void wordLeft() {
    cursor = wordStart();
  }

  void wordRight() {
    while (cursor < length && points[cursor] == ' ') {
      cursor++;
    }
    while (cursor < length && points[cursor] != ' ') {
      cursor++;
    }
  }

  void backspace() {
    if (cursor > 0) {
      cut(cursor - 1, cursor);
    }
  }

  void delete() {
    if (cursor < length) {
      cut(cursor, cursor + 1);
    }
  }

  void killToEnd() {
    kill(cursor, length);
  }

  void killToStart() {
    kill(0, cursor);
  }

  void killWord() {
    kill(wordStart(), cursor);
  }

  void yank() {
    insert(killed);
  }

  /** Replaces that number of code points before the cursor by a text. */
  void replaceBefore(int count, String text) {
    cut(Math.max(0, cursor - count), cursor);
    insert(text);
  }

  private int wordStart() {
    int at = cursor;
    while (at > 0 && points[at - 1] == ' ') {
      at--;
    }
    while (at > 0 && points[at - 1] != ' ') {
      at--;
    }
    return at;
  }

  private void kill(int from, int to) {
    if (from < to) {
      killed = new String(points, from, to - from);
      cut(from, to);
    }
  }

  private void cut(int from, int to) {
    System.arraycopy(points, to, points, from, length - to);
    length -= to - from;
    cursor = from;
  }
}
