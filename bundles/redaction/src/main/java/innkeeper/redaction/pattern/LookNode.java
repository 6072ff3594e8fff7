package innkeeper.redaction.pattern;

/** A look at a part, which is not taken. */
final class LookNode extends Node {
  private final Node part;
  private final boolean wanted;

  private LookNode(NodeFacts facts, Node part, boolean wanted) {
    super(facts);
    this.part = part;
    this.wanted = wanted;
  }

  static Node at(Node part) {
    return new LookNode(part.facts.look(), part, true);
  }

  /** At what stands before, in a pattern of what follows. */
  static Node back(Node part) {
    return new LookNode(part.facts.lookBack(), part, true);
  }

  /** At what must not be there. */
  static Node not(Node part) {
    return new LookNode(part.facts.lookNot(), part, false);
  }

  @Override
  int match(LineText in, int at) {
    long state = in.state();
    boolean found = part.match(in, at) >= 0;
    in.back(state);
    return found == wanted ? at : NONE;
  }
}
