package innkeeper.logging.reading.search;

import java.util.Arrays;

/**
 * Matches lines that contain a text, with Horspool's algorithm. Its time is linear for typical
 * texts.
 */
final class TextMatcher implements LineMatcher {

  private final byte[] text;
  private final int[] shift = new int[256];

  TextMatcher(byte[] text) {
    this.text = text;
    Arrays.fill(shift, text.length);
    for (int i = 0; i < text.length - 1; i++) {
      shift[text[i] & 0xFF] = text.length - 1 - i;
    }
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int last = text.length - 1;
    byte end = text[last];
    int at = from;
    while (at + last < to) {
      byte b = bytes[at + last];
      if (b == end && Arrays.equals(bytes, at, at + last, text, 0, last)) {
        return at;
      }
      at += shift[b & 0xFF];
    }
    return -1;
  }
}
