package innkeeper.admin.page;

/** Builds HTML as text. All text that is not our own markup goes through {@link #text}. */
final class Html {

  private final StringBuilder out = new StringBuilder(16 * 1024);

  /** Appends markup as it is. */
  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Appends text of an element or of a quoted attribute. Null appends nothing. */
  Html text(Object value) {
    return value == null ? this : escaped(value.toString(), "&quot;");
  }

  /**
   * Appends JSON inside an attribute between apostrophes. Quotation marks stay as they are, because
   * JSON has many of them.
   */
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
          // Replaces characters that HTML cannot hold, and those that change the direction of the
          // text around them.
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
