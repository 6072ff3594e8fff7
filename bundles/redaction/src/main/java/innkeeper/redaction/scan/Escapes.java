package innkeeper.redaction.scan;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.IntFunction;

/** How languages write the characters of a text that mean something to them. */
final class Escapes {
  private static final HexFormat LOWER = HexFormat.of();
  private static final HexFormat UPPER = LOWER.withUpperCase();

  private Escapes() {}

  static String json(String value) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < 0x20 ? code(c) : "" + c);
      }
    }
    return out.toString();
  }

  /** What JSON in a page must not hold. */
  static String html(String value) {
    StringBuilder out = new StringBuilder();
    for (char c : value.toCharArray()) {
      out.append("<>&='".indexOf(c) < 0 ? "" + c : code(c));
    }
    return out.toString();
  }

  /** As Java and JSON write characters beyond ASCII, or all. */
  static String unicode(String value, boolean all, boolean upper) {
    StringBuilder out = new StringBuilder();
    for (char c : value.toCharArray()) {
      if (all || c > 0x7e) {
        out.append(upper ? "\\u" + UPPER.toHexDigits(c) : code(c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /**
   * As Python writes characters beyond ASCII: their bytes, or their number if there is one byte.
   */
  static String bytes(String value, Charset charset) {
    if (!charset.newEncoder().canEncode(value)) {
      return value;
    }
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(charset)) {
      out.append(b < 0 ? "\\x" + LOWER.toHexDigits(b) : "" + (char) b);
    }
    return out.toString();
  }

  static String url(String value, boolean plus, boolean lower) {
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      if (Bytes.is(b, Bytes.TOKEN | Bytes.DOT | Bytes.TILDE)) {
        out.append((char) b);
      } else if (b == ' ' && plus) {
        out.append('+');
      } else {
        out.append('%').append((lower ? LOWER : UPPER).toHexDigits(b));
      }
    }
    return out.toString();
  }

  /** As {@code printf %q} does. */
  static String shell(String value) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0x7f && !Character.isLetterOrDigit(c) && "_-./:=@%+,".indexOf(c) < 0) {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  static String xml(String value, String apostrophe) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", apostrophe);
  }

  /** As mails do. */
  static String quotedPrintable(String value) {
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      // Bytes beyond ASCII are negative.
      out.append(b <= ' ' || b == '=' ? "=" + UPPER.toHexDigits(b) : "" + (char) b);
    }
    return out.toString();
  }

  /** As C and shells can write any byte. */
  static String octal(byte[] raw) {
    StringBuilder out = new StringBuilder();
    for (byte b : raw) {
      out.append('\\').append(b >> 6 & 3).append(b >> 3 & 7).append(b & 7);
    }
    return out.toString();
  }

  /** As languages print an array of bytes. */
  static String numbers(byte[] raw, String between) {
    StringBuilder out = new StringBuilder();
    for (byte b : raw) {
      out.append(out.length() == 0 ? "" : between).append(b & 0xff);
    }
    return out.toString();
  }

  /** As HTML can write any character. */
  static String references(String value, String before, IntFunction<String> number) {
    StringBuilder out = new StringBuilder();
    value.codePoints().forEach(c -> out.append(before).append(number.apply(c)).append(';'));
    return out.toString();
  }

  private static String code(char c) {
    return "\\u" + LOWER.toHexDigits(c);
  }
}
