package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.ValueTest;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.ByteSet;

/** A provider's token: a known prefix swallows the whole run of its alphabet. */
final class TokenRule implements LineRule {
  /** So many bytes count as a token that its writer's end cut short. */
  private static final int CUT = 8;

  private final Vocabulary vocabulary;
  private final String alphabet;
  private final Pattern run;
  private final Pattern tail;
  private final Pattern before;
  private final ValueTest needs;
  private final int least;

  TokenRule(Row row, Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    alphabet = row.cell("alphabet");
    least = row.number("least", 0);
    run = Pattern.after(alphabet + "*", vocabulary);
    tail = Pattern.after("(token | [=] | " + alphabet + ")*", vocabulary);
    String two = row.cell("prefix").length() == 2 ? "-two" : "";
    String strict = row.has("start") ? "-strict" : "";
    before = Pattern.before("token-start" + strict + two, vocabulary);
    needs = row.has("needs") ? vocabulary.test(row.cell("needs"), least) : (in, from, to) -> true;
    if (needs == null) {
      throw row.error("unknown test '" + row.cell("needs") + "' in the column needs");
    }
  }

  @Override
  public void check() {
    run.check();
    tail.check();
  }

  /** What must stand directly before the prefix. */
  ByteSet preceding() {
    ByteSet[] known = before.leading(1);
    return known.length == 0 ? ByteSet.ANY : known[0];
  }

  /** What stands behind the prefix at so many places. */
  ByteSet[] leading(int places) {
    return Pattern.after(alphabet + "{" + places + "}", vocabulary).leading(places);
  }

  @Override
  public boolean plausible(LineText line, int at, int end) {
    return run.match(line, end) - end >= least;
  }

  @Override
  public int verify(Line l, int at, int from, NextLine next) {
    if (!l.wordStart(at) || !before.matches(l, at)) {
      return at + 1;
    }
    int end = run.match(l, from);
    boolean touches = end == l.to;
    if (touches) {
      l.open(from);
    }
    int enough = l.cut && touches ? Math.min(least, CUT) : least;
    if (end - from < enough || !needs.holds(l, from, end)) {
      return at + 1;
    }
    int whole = wholeRun(l, end);
    l.secret(from, whole);
    return whole;
  }

  /** What clings to the run belongs to the token: a longer format must not leave a tail. */
  private int wholeRun(Line l, int end) {
    int last = tail.match(l, end);
    while (last > end && l.b[last - 1] == '.') {
      last--;
    }
    l.opensAtEnd(end, last);
    return last;
  }
}
