package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.Arrays;

/** A part of a pattern. It takes as much as it can and never gives anything back. */
abstract class Node {
  static final int NONE = -1;

  final NodeFacts facts;

  Node(NodeFacts facts) {
    this.facts = facts;
  }

  /** Where what begins at {@code at} ends, or {@link #NONE}; in before() the reverse. */
  abstract int match(LineText in, int at);

  /**
   * How many bytes a match looked at that neither a part within counts nor the text remembers.
   *
   * @param end what it returned
   */
  int looked(LineText in, int at, int end) {
    return 0;
  }

  /** The set, if it takes one byte of a set. */
  ByteSet single() {
    return null;
  }

  /** What a text that matches may begin with; any byte also if it may be nothing. */
  ByteSet first() {
    ByteSet[] one = leading(1);
    return one.length == 0 ? ByteSet.ANY : one[0];
  }

  /** What must stand at so many places at most, from the first on. */
  ByteSet[] leading(int most) {
    ByteSet[] places = new ByteSet[most];
    if (most > 0 && !facts.optional()) {
      places[0] = facts.first();
    }
    facts.leading().tell(places, 0);
    int told = 0;
    while (told < most && places[told] != null) {
      told++;
    }
    return Arrays.copyOf(places, told);
  }
}
