package innkeeper.redaction.pattern;

/** The line's end. */
final class EndNode extends Node {
  EndNode() {
    super(NodeFacts.END);
  }

  @Override
  int match(LineText in, int at) {
    in.looked(at);
    return at == in.to ? at : NONE;
  }
}
