package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Runs as a pattern of a row. Patterns never give back what they took, so runs that share bytes
 * become one of all their bytes: it takes what the runs would, or more.
 */
final class RowPattern {
  /** A token may grow: what clings to it is hidden with it, up to so many bytes. */
  private static final int TAIL = 256;

  private RowPattern() {}

  /** Runs of which none takes what a later one needs. */
  static List<Run> apart(List<Run> runs) {
    List<Run> apart = new ArrayList<>(runs);
    for (int i = 0; i < apart.size(); i++) {
      int shares = sharing(apart, i);
      if (shares > i) {
        Run one = joined(apart.subList(i, shares + 1));
        apart.subList(i, shares + 1).clear();
        apart.add(i, one);
        i--;
      }
    }
    return apart;
  }

  /** The last run of those that may follow directly and begin with a byte of run {@code i}. */
  static int sharing(List<Run> runs, int i) {
    Run run = runs.get(i);
    int last = i;
    for (int k = i + 1; k < runs.size() && run.least() < run.most(); k++) {
      if (runs.get(k).bytes().intersects(run.bytes())) {
        last = k;
      }
      if (runs.get(k).least() > 0) {
        break;
      }
    }
    return last;
  }

  static Run joined(List<Run> runs) {
    return Regex.summary(new Regex.Sequence(List.copyOf(runs)));
  }

  /**
   * With the same bytes behind them, if there are any.
   *
   * @param room how many bytes they may take
   */
  static List<Run> withTail(List<Run> runs, int room) {
    Run all = joined(runs);
    int most = Math.min(TAIL, room - all.most());
    if (most <= 0) {
      return runs;
    }
    List<Run> longer = new ArrayList<>(runs);
    Run last = runs.get(runs.size() - 1);
    Run tail = new Run(all.bytes(), 0, most);
    if (last.bytes().equals(all.bytes())) {
      longer.set(longer.size() - 1, joined(List.of(last, tail)));
    } else {
      longer.add(tail);
    }
    return longer;
  }

  static String text(List<Run> runs) {
    List<String> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (Run run : runs) {
      if (run.least() == run.most() && run.bytes().cardinality() == 1) {
        literal.append(escaped(run.bytes().nextSetBit(0), "\\\"").repeat(run.least()));
      } else {
        quote(literal, parts);
        parts.add(set(run.bytes()) + count(run));
      }
    }
    quote(literal, parts);
    return String.join(" ", parts);
  }

  private static void quote(StringBuilder literal, List<String> parts) {
    if (literal.length() > 0) {
      parts.add("\"" + literal + "\"");
      literal.setLength(0);
    }
  }

  private static String count(Run run) {
    if (run.most() >= Regex.UNBOUNDED) {
      return run.least() == 0 ? "*" : "{" + run.least() + ",}";
    }
    if (run.least() == run.most()) {
      return run.least() == 1 ? "" : "{" + run.least() + "}";
    }
    return "{" + run.least() + "," + run.most() + "}";
  }

  private static String set(BitSet bytes) {
    StringBuilder set = new StringBuilder("[");
    int next = bytes.nextSetBit(0);
    while (next >= 0) {
      int end = bytes.nextClearBit(next) - 1;
      set.append(escaped(next, "\\]^-{"));
      if (end > next) {
        set.append(end > next + 1 ? "-" : "").append(escaped(end, "\\]^-{"));
      }
      next = bytes.nextSetBit(end + 1);
    }
    return set.append(']').toString();
  }

  /** The byte as rows write it; never as a tab or a line's end. */
  static String escaped(int b, String signs) {
    if (b < ' ' || b >= 0x7f) {
      return String.format("\\x%02x", b);
    }
    return (signs.indexOf(b) >= 0 ? "\\" : "") + (char) b;
  }
}
