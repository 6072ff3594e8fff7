package innkeeper.redaction.pattern;

/** The line's beginning. */
final class StartNode extends Node {
  StartNode(boolean before) {
    super(before ? NodeFacts.START_BEFORE : NodeFacts.START);
  }

  @Override
  int match(LineText in, int at) {
    return at == in.from ? at : NONE;
  }
}
