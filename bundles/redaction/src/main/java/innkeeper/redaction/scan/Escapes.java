package innkeeper.redaction.scan;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How languages write the characters of a text that mean something to them. */
final class Escapes {
  private static final HexFormat LOWER = HexFormat.of();
  private static final HexFormat UPPER = LOWER.withUpperCase();

  private Escapes() {}

  /** Each character as the function writes it. */
  private static String each(String value, IntFunction<String> form) {
    return value.chars().mapToObj(form).collect(Collectors.joining());
  }

  /** Each byte as the function writes it. */
  private static String each(byte[] raw, String between, IntFunction<String> form) {
    return IntStream.range(0, raw.length)
        .mapToObj(i -> form.apply(raw[i]))
        .collect(Collectors.joining(between));
  }

  private static String utf8(String value, IntFunction<String> form) {
    return each(value.getBytes(StandardCharsets.UTF_8), "", form);
  }

  static String json(String value) {
    return each(
        value,
        c -> {
          int known = "\"\\\n\r\t".indexOf(c);
          if (known >= 0) {
            return "\\" + "\"\\nrt".charAt(known);
          }
          return c < 0x20 ? code(c) : Character.toString(c);
        });
  }

  /** What JSON in a page must not hold. */
  static String html(String value) {
    return each(value, c -> "<>&='".indexOf(c) < 0 ? Character.toString(c) : code(c));
  }

  /** As Java and JSON write characters beyond ASCII, or all. */
  static String unicode(String value, boolean all, boolean upper) {
    IntFunction<String> escape = upper ? c -> "\\u" + UPPER.toHexDigits((char) c) : Escapes::code;
    return each(value, c -> all || c > 0x7e ? escape.apply(c) : Character.toString(c));
  }

  /**
   * As Python writes characters beyond ASCII: their bytes, or their number if there is one byte.
   */
  static String bytes(String value, Charset charset) {
    return charset.newEncoder().canEncode(value)
        ? each(
            value.getBytes(charset),
            "",
            b -> b < 0 ? "\\x" + LOWER.toHexDigits((byte) b) : Character.toString(b))
        : value;
  }

  static String url(String value, boolean plus, boolean lower) {
    HexFormat hex = lower ? LOWER : UPPER;
    String space = plus ? "+" : "%20";
    int plain = Bytes.TOKEN | Bytes.DOT | Bytes.TILDE;
    return utf8(
            value,
            b ->
                Bytes.is((byte) b, plain) ? Character.toString(b) : "%" + hex.toHexDigits((byte) b))
        .replace("%20", space);
  }

  /** As {@code printf %q} does. */
  static String shell(String value) {
    return each(
        value,
        c -> {
          boolean plain = c >= 0x7f || Character.isLetterOrDigit(c) || "_-./:=@%+,".indexOf(c) >= 0;
          return plain ? Character.toString(c) : "\\" + (char) c;
        });
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
    // Bytes beyond ASCII are negative.
    return utf8(
        value,
        b -> b <= ' ' || b == '=' ? "=" + UPPER.toHexDigits((byte) b) : Character.toString(b));
  }

  /** As C and shells can write any byte. */
  static String octal(byte[] raw) {
    return each(raw, "", b -> "\\" + (b >> 6 & 3) + (b >> 3 & 7) + (b & 7));
  }

  /** As languages print an array of bytes. */
  static String numbers(byte[] raw, String between) {
    return each(raw, between, b -> Integer.toString(b & 0xff));
  }

  /** As HTML can write any character. */
  static String references(String value, String before, IntFunction<String> number) {
    StringBuilder out = new StringBuilder();
    value.codePoints().forEach(c -> out.append(before).append(number.apply(c)).append(';'));
    return out.toString();
  }

  private static String code(int c) {
    return "\\u" + LOWER.toHexDigits((char) c);
  }
}
