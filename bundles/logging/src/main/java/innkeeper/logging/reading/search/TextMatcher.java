package innkeeper.logging.reading.search;

import java.nio.charset.StandardCharsets;

/**
 * Matches lines that contain a text. The bytes are searched as a string of Latin-1, because the JVM
 * searches strings with vector instructions.
 */
final class TextMatcher implements LineMatcher {

  /**
   * The size of the first part that is searched. The parts grow, so that a near match costs little.
   */
  private static final int FIRST_PART = 512;

  private static final int LARGEST_PART = 16 * 1024;

  /** The text in UTF-8, one character for each byte. */
  private final String text;

  TextMatcher(byte[] text) {
    this.text = new String(text, StandardCharsets.ISO_8859_1);
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int at = from;
    int part = FIRST_PART;
    while (to - at >= text.length()) {
      int length = Math.min(to - at, part + text.length());
      int hit = new String(bytes, at, length, StandardCharsets.ISO_8859_1).indexOf(text);
      if (hit >= 0) {
        return at + hit;
      }
      at += length - text.length() + 1;
      part = Math.min(LARGEST_PART, 2 * part);
    }
    return -1;
  }
}
