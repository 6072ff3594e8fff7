package innkeeper.logging.reading.search;

import innkeeper.common.text.SeenText;
import innkeeper.logging.file.Lines;
import java.nio.charset.StandardCharsets;

/**
 * Matches lines by the text that a terminal shows of them. Only lines with control characters are
 * converted; all others are matched as they are.
 */
final class SeenMatcher implements LineMatcher {

  /**
   * The size of the first part of the text that is tested for control characters. The parts grow,
   * so that neither a match nor a control character near the beginning costs a test of all the
   * rest.
   */
  private static final int FIRST_PART = 64;

  private static final int LARGEST_PART = 32 * 1024;
  private static final byte ESC = 0x1b;

  private final LineMatcher matcher;

  SeenMatcher(LineMatcher matcher) {
    this.matcher = matcher;
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int at = from;
    int part = FIRST_PART;
    while (at < to) {
      int end = to - at > part ? Lines.afterFirst(bytes, at + part, to) : to;
      int control = ControlBytes.first(bytes, at, end);
      int plain = control < 0 ? end : Lines.afterLast(bytes, at, control);
      int hit = matcher.find(bytes, at, plain);
      if (hit >= 0) {
        return hit;
      }
      if (control >= 0) {
        at = Lines.afterFirst(bytes, control, end);
        part = FIRST_PART;
        if (matches(bytes, plain, at)) {
          return plain;
        }
      } else {
        at = end;
        part = Math.min(LARGEST_PART, 2 * part);
      }
    }
    return -1;
  }

  /**
   * Returns whether a line with control characters matches. Colours, the most frequent, are cut
   * out.
   */
  private boolean matches(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    byte[] seen = new byte[end - from + 1];
    int length = 0;
    int at = from;
    while (at < end) {
      int control = ControlBytes.next(bytes, at, end);
      int next = control < 0 ? end : control;
      System.arraycopy(bytes, at, seen, length, next - at);
      length += next - at;
      at = control < 0 ? end : afterColour(bytes, control, end);
      if (at < 0) {
        return displayed(new String(bytes, from, end - from, StandardCharsets.UTF_8));
      }
    }
    seen[length++] = '\n';
    return matcher.find(seen, 0, length) >= 0;
  }

  private boolean displayed(String line) {
    byte[] seen = (SeenText.of(line) + "\n").getBytes(StandardCharsets.UTF_8);
    return matcher.find(seen, 0, seen.length) >= 0;
  }

  /** Returns the end of a sequence that sets colours (SGR); -1 if another one begins there. */
  private static int afterColour(byte[] bytes, int escape, int to) {
    int at = escape + 1;
    if (bytes[escape] != ESC || at == to || bytes[at] != '[') {
      return -1;
    }
    do {
      at++;
    } while (at < to && bytes[at] >= 0x20 && bytes[at] <= 0x3f);
    return at < to && bytes[at] == 'm' ? at + 1 : -1;
  }
}
