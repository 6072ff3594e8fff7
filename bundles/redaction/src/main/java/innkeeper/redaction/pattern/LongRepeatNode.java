package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** As often as it is there, a part that takes one byte. */
final class LongRepeatNode extends Node {
  private final Node part;
  private final int least;
  private final int number = Numbers.of(this);

  /** What the part takes whatever follows. */
  private final ByteSet surely;

  LongRepeatNode(Node part, int least) {
    super(part.facts.repeated(least));
    this.part = part;
    this.least = least;
    surely = part.facts.surely();
  }

  @Override
  int match(LineText in, int at) {
    int end = in.known(number, at);
    if (end < 0) {
      end = at;
      while (end < in.to && (surely.has(in.b[end]) || part.match(in, end) >= 0)) {
        end++;
      }
      in.found(number, at, end);
    }
    in.looked(end);
    return end - at >= least ? end : NONE;
  }
}
