package innkeeper.webhook;

import java.util.List;
import java.util.function.IntFunction;

/** Escapes each character that has a special meaning for the receiver. */
final class EscapedText {

  private EscapedText() {}

  /**
   * Returns the beginning of a text that fits, escaped; {@code …} replaces the rest. No escape
   * sequence is ever cut.
   *
   * @param longest the limit of the result in UTF-16 units
   * @param escape returns the escaped form of one code point
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

  /** Returns the last lines that fit, for a code block. Nothing in them ends the block. */
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
