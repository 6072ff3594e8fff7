package innkeeper.webhook;

import java.util.List;
import java.util.function.IntFunction;

/** Text in which each character that has a meaning to the receiver is written as itself. */
final class EscapedText {

  private EscapedText() {}

  /**
   * As much of a text as fits, escaped; {@code …} stands for the rest. No escape is ever cut.
   *
   * @param longest UTF-16 units that the result may have
   * @param escape how one code point is written
   */
  static String fit(String text, int longest, IntFunction<String> escape) {
    StringBuilder out = new StringBuilder();
    int rollback = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      String written = escape.apply(c);
      if (out.length() + written.length() > longest) {
        out.setLength(rollback);
        return out.append('…').toString();
      }
      out.append(written);
      if (out.length() < longest) {
        rollback = out.length();
      }
      at += Character.charCount(c);
    }
    return out.toString();
  }

  /** Lines for a block of code, the last that fit; nothing in them ends the block. */
  static String code(List<String> lines, int longest, IntFunction<String> escape) {
    StringBuilder out = new StringBuilder();
    for (int i = lines.size() - 1; i >= 0; i--) {
      String line = fit(lines.get(i).replace('`', 'ˋ'), Math.min(400, longest), escape);
      if (out.length() + line.length() + 1 > longest) {
        break;
      }
      out.insert(0, line + "\n");
    }
    return out.toString().stripTrailing();
  }
}
