package innkeeper.redaction;

import java.util.Collection;

/**
 * Registered values in all their encodings: a bitmap to see them from afar, an automaton to be
 * sure.
 */
final class Literals {
  private final long[] bitmap = new long[Grams.WORDS];
  private final AhoCorasick automaton;

  Literals(Collection<byte[]> forms) {
    automaton = new AhoCorasick(forms);
    for (byte[] form : forms) {
      Grams.addLiteral(bitmap, form);
    }
  }

  long[] bitmap() {
    return bitmap;
  }

  /** Whether a window of a literal stands in the line: cheap, and never wrong when it says no. */
  boolean near(Line l) {
    for (int i = l.from; i + 4 <= l.to; i += 2) {
      if (Grams.hit(bitmap, (int) Grams.INT.get(l.b, i))) {
        return true;
      }
    }
    return false;
  }

  /** Marks every occurrence in the line; what the line ends in the midst of stays open. */
  void find(Line l) {
    int state = 0;
    for (int i = l.from; i < l.to; i++) {
      state = automaton.next(state, l.b[i]);
      int length = automaton.longest(state);
      if (length > 0) {
        l.secret(i + 1 - length, i + 1);
      }
    }
    if (automaton.depth(state) > 0) {
      l.open(l.to - automaton.depth(state));
    }
  }
}
