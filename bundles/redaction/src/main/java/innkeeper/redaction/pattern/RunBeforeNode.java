package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** So many bytes of a set before a place. */
final class RunBeforeNode extends Node {
  private final ByteSet set;
  private final int least;
  private final int most;

  RunBeforeNode(ByteSet set, int least, int most) {
    super(NodeFacts.run(set, least, most, true));
    this.set = set;
    this.least = least;
    this.most = most;
  }

  @Override
  int match(LineText in, int at) {
    byte[] b = in.b;
    int bound = at - Math.min(at - in.from, most);
    int i = at;
    while (i > bound && set.has(b[i - 1])) {
      i--;
    }
    return at - i >= least ? i : NONE;
  }

  @Override
  int looked(LineText in, int at, int end) {
    return end < 0 ? Math.min(in.to - at, least) : at - end;
  }

  @Override
  ByteSet single() {
    return least == 1 && most == 1 ? set : null;
  }
}
