package innkeeper.redaction.pattern;

/** So many times a part. */
final class RepeatNode extends Node {
  private final Node part;
  private final int least;
  private final int most;

  private RepeatNode(Node part, int least, int most) {
    super(part.facts.repeated(least));
    this.part = part;
    this.least = least;
    this.most = most;
  }

  static Node of(Node part, int least, int most) {
    boolean known = most == Integer.MAX_VALUE && part.facts.takes() == 1;
    return known ? new LongRepeatNode(part, least) : new RepeatNode(part, least, most);
  }

  @Override
  int match(LineText in, int at) {
    int i = at;
    for (int n = 0; n < most; n++) {
      long state = in.state();
      int end = part.match(in, i);
      if (end < 0 || end == i) {
        in.back(state);
        return n >= least ? i : NONE;
      }
      i = end;
    }
    return i;
  }
}
