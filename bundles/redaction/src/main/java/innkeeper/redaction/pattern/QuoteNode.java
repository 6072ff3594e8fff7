package innkeeper.redaction.pattern;

/** A quote with its backslashes, or the text in it. */
abstract class QuoteNode extends Node {
  private QuoteNode(NodeFacts facts) {
    super(facts);
  }

  static Node open() {
    return new QuoteNode(NodeFacts.QUOTE_OPEN) {
      @Override
      int match(LineText in, int at) {
        return in.openQuote(at);
      }
    };
  }

  static Node text() {
    return new QuoteNode(NodeFacts.QUOTE_TEXT) {
      @Override
      int match(LineText in, int at) {
        return in.quotedEnd(at);
      }
    };
  }

  static Node close() {
    return new QuoteNode(NodeFacts.QUOTE_CLOSE) {
      @Override
      int match(LineText in, int at) {
        return in.afterQuote(at);
      }
    };
  }
}
