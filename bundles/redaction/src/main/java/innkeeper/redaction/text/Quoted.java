package innkeeper.redaction.text;

/** A text in quotes that may be escaped themselves, as inside of JSON. */
public final class Quoted {
  private Quoted() {}

  /** The quote that begins here, over its backslashes, or -1. */
  public static int open(byte[] b, int at, int to) {
    int i = at;
    while (i < to && b[i] == '\\') {
      i++;
    }
    return i < to && Bytes.is(b[i], Bytes.QUOTE) ? i : -1;
  }

  /** Where the text after the quote ends: at its closing quote's backslashes, or the bound. */
  public static int close(byte[] b, int quote, int floor, int bound) {
    int depth = Bytes.backslashesBefore(b, floor, quote);
    int i = quote + 1;
    while (i < bound) {
      if (b[i] == b[quote]) {
        int n = Bytes.backslashesBefore(b, quote + 1, i);
        if (Quotes.closes(n, depth)) {
          return i - Math.min(n, depth);
        }
      }
      i++;
    }
    return bound;
  }

  /** Over the closing quote that {@link #close} found. */
  public static int after(byte[] b, int close, int to) {
    int i = close;
    while (i < to && b[i] == '\\') {
      i++;
    }
    return Math.min(to, i + 1);
  }
}
