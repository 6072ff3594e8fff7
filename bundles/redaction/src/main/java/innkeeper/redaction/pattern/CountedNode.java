package innkeeper.redaction.pattern;

/** A part of which counts what it does. */
final class CountedNode extends Node {
  private final Node part;

  CountedNode(Node part) {
    super(part.facts);
    this.part = part;
  }

  @Override
  int match(LineText in, int at) {
    int end = part.match(in, at);
    in.spend(1 + part.looked(in, at, end));
    return end;
  }
}
