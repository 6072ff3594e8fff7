package innkeeper.boot.log;

/** Writes JSON strings, the only part of JSON that bot.log needs. */
public final class Json {

  private static final String HEX = "0123456789abcdef";

  private Json() {}

  public static StringBuilder quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 || loneSurrogate(text, i)) {
            out.append("\\u")
                .append(HEX.charAt(c >> 12))
                .append(HEX.charAt(c >> 8 & 15))
                .append(HEX.charAt(c >> 4 & 15))
                .append(HEX.charAt(c & 15));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"');
  }

  private static boolean loneSurrogate(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
