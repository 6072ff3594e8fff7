package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** A part that stands not far before a place. */
final class NearNode extends Node {
  private final Node part;
  private final ByteSet first;
  private final int most;
  private final int number = Numbers.of(this);

  NearNode(Node part, int most) {
    super(NodeFacts.NEAR);
    this.part = part;
    this.most = most;
    first = part.facts.first();
  }

  @Override
  int match(LineText in, int at) {
    int from = Math.max(in.from, at - most);
    boolean none = true;
    for (int i = in.whole ? Math.max(from, in.known(number, from)) : from; i < at; i++) {
      int end = first.has(in.b[i]) ? part.match(in, i) : NONE;
      if (end >= 0 && end <= at) {
        return at;
      }
      none &= end < 0;
    }
    if (none) {
      in.remember(number, from, at);
    }
    return NONE;
  }

  @Override
  int looked(LineText in, int at, int end) {
    return Math.min(at - in.from, most);
  }
}
