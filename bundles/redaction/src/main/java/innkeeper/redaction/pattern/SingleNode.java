package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** One byte of a set. */
final class SingleNode extends Node {
  private final ByteSet set;

  SingleNode(ByteSet set) {
    super(NodeFacts.run(set, 1, 1, false));
    this.set = set;
  }

  @Override
  int match(LineText in, int at) {
    if (at >= in.to) {
      in.looked(at);
      return NONE;
    }
    return set.has(in.b[at]) ? at + 1 : NONE;
  }

  @Override
  ByteSet single() {
    return set;
  }
}
