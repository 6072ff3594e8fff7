package innkeeper.redaction.text;

/** A text in quotes that may be escaped themselves, as inside of JSON. */
public final class Quoted {
  private Quoted() {}

  /** The quote that begins here, over its backslashes, or -1. */
  public static int open(byte[] b, int at, int to) {
    int i = Bytes.runOf(b, at, to, '\\');
    return i < to && Bytes.is(b[i], Bytes.QUOTE) ? i : -1;
  }

  /** Where the text after the quote ends: at its closing quote's backslashes, or the bound. */
  public static int close(byte[] b, int quote, int floor, int bound) {
    int depth = Bytes.backslashesBefore(b, floor, quote);
    return close(b, b[quote], depth, quote + 1, bound);
  }

  /** The same of a quote with so many backslashes before it, whose text begins at {@code from}. */
  public static int close(byte[] b, byte quote, int depth, int from, int bound) {
    for (int i = from; i < bound; i++) {
      int n = b[i] == quote ? Bytes.backslashesBefore(b, from, i) : Integer.MIN_VALUE;
      if (n >= 0 && Quotes.closes(n, depth)) {
        return i - Math.min(n, depth);
      }
    }
    return bound;
  }

  /** Over the closing quote that {@link #close} found. */
  public static int after(byte[] b, int close, int to) {
    return Math.min(to, Bytes.runOf(b, close, to, '\\') + 1);
  }
}
