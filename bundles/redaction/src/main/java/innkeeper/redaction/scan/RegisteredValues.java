package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.prefilter.PairFilter;
import innkeeper.redaction.text.Bytes;
import java.util.Collection;

/**
 * Registered values in all their encodings: a bitmap to see them from afar, an automaton to be
 * sure.
 */
public final class RegisteredValues {
  private static final int SHIFT = 32 - 19;
  private final long[] bitmap = new long[1 << 13];
  private final PairFilter pairs;
  private final AhoCorasick automaton;

  public RegisteredValues(Collection<byte[]> forms, RuleSet rules) {
    automaton = new AhoCorasick(forms);
    pairs = rules.grams.pairs().with(forms);
    for (byte[] form : forms) {
      int at = Math.min(PairFilter.rarest(form) + 1, form.length - 5);
      set((int) Bytes.INT.get(form, at));
      set((int) Bytes.INT.get(form, at + 1));
    }
  }

  private static int hash(int gram) {
    return gram * 0x9E3779B1 >>> SHIFT;
  }

  private void set(int gram) {
    int h = hash(gram);
    bitmap[h >>> 6] |= 1L << h;
    pairs.know(gram | 0x20202020);
  }

  /** The prefilter that sees the rules' triggers and literals. */
  public PairFilter pairs() {
    return pairs;
  }

  /** Whether a literal may stand around the place, where the prefilter saw something. */
  public boolean near(byte[] b, int at) {
    int h = hash((int) Bytes.INT.get(b, at));
    return (bitmap[h >>> 6] >>> h & 1) != 0;
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
