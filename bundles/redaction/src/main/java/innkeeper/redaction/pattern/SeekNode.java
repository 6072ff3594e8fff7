package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** All up to a part. */
final class SeekNode extends Node {
  private final Node part;
  private final ByteSet first;
  private final int most;

  /** Zero if places are not remembered. */
  private final int number;

  SeekNode(Node part, int most) {
    super(part.facts.sought());
    this.part = part;
    this.most = most;
    first = part.facts.first();
    number = most < Integer.MAX_VALUE ? 0 : Numbers.of(this);
  }

  @Override
  int match(LineText in, int at) {
    int bound = at + Math.min(in.to - at, most);
    int place = number > 0 ? in.known(number, at) : NONE;
    if (place < 0) {
      place = at;
      while (place < bound && !(first.has(in.b[place]) && part.match(in, place) >= 0)) {
        place++;
      }
      if (number > 0) {
        in.found(number, at, place);
      }
    }
    in.looked(place);
    return place < bound ? place : NONE;
  }

  @Override
  int looked(LineText in, int at, int end) {
    return number > 0 ? 0 : Math.min(in.to - at, most);
  }
}
