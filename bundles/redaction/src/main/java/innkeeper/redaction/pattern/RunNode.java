package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** So many bytes of a set. */
final class RunNode extends Node {
  private final ByteSet set;
  private final int least;
  private final int most;

  private RunNode(ByteSet set, int least, int most) {
    super(NodeFacts.run(set, least, most, false));
    this.set = set;
    this.least = least;
    this.most = most;
  }

  /** Behind a place, or before it. */
  static Node of(ByteSet set, int least, int most, boolean before) {
    if (before) {
      return new RunBeforeNode(set, least, most);
    }
    if (most == Integer.MAX_VALUE) {
      return new LongRunNode(set, least);
    }
    return least == 1 && most == 1 ? new SingleNode(set) : new RunNode(set, least, most);
  }

  @Override
  int match(LineText in, int at) {
    byte[] b = in.b;
    int bound = Math.min(in.to - at, most) + at;
    int i = at;
    while (i < bound && set.has(b[i])) {
      i++;
    }
    if (i - at < most) {
      in.looked(i);
    }
    return i - at >= least ? i : NONE;
  }

  @Override
  int looked(LineText in, int at, int end) {
    return end < 0 ? Math.min(in.to - at, least) : end - at;
  }
}
