package innkeeper.admin.page;

/** HTML as text; whatever is not markup of ours goes through {@link #text}. */
final class Html {

  private final StringBuilder out = new StringBuilder(16 * 1024);

  /** Markup, as written in the source. */
  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Text, in an element or in a quoted attribute; null is nothing. */
  Html text(Object value) {
    return value == null ? this : escaped(value.toString(), "&quot;");
  }

  /** JSON, in an attribute between apostrophes: every other word of it is in quotation marks. */
  Html json(String json) {
    return escaped(json, "\"");
  }

  private Html escaped(String text, String quotationMark) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append(quotationMark);
        case '\'' -> out.append("&#39;");
        default -> {
          // What HTML cannot hold, and what turns the direction of the text around it.
          boolean control = c < 0x20 && c != '\n' && c != '\t' || c >= 0x7f && c <= 0x9f;
          boolean turning = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
          out.append(control || turning ? '\ufffd' : c);
        }
      }
    }
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
