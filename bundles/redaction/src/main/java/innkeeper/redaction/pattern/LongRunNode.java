package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** All bytes of a set up to another byte. */
final class LongRunNode extends Node {
  private final ByteSet set;
  private final int least;
  private final int number;

  LongRunNode(ByteSet set, int least) {
    super(NodeFacts.run(set, least, Integer.MAX_VALUE, false));
    this.set = set;
    this.least = least;
    number = Numbers.of(set);
  }

  @Override
  int match(LineText in, int at) {
    boolean empty = at < in.to && !set.has(in.b[at]);
    int end = empty ? at : in.runEnd(number, set, at);
    in.looked(end);
    return end - at >= least ? end : NONE;
  }
}
