package innkeeper.redaction.pattern;

/** The line's beginning or its end. */
final class AnchorNode extends Node {
  private final boolean end;

  private AnchorNode(NodeFacts facts, boolean end) {
    super(facts);
    this.end = end;
  }

  static Node start(boolean before) {
    return new AnchorNode(before ? NodeFacts.START_BEFORE : NodeFacts.START, false);
  }

  static Node end() {
    return new AnchorNode(NodeFacts.END, true);
  }

  @Override
  int match(LineText in, int at) {
    if (end) {
      in.looked(at);
    }
    return at == (end ? in.to : in.from) ? at : NONE;
  }
}
