package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.util.Arrays;
import java.util.Collections;

/**
 * A row that says what stands before and after a text, and which of it is secret. Columns: before
 * and after, the patterns; start, where the latter begins if not behind the text; next, what the
 * lines after it hold; covers, whether no other rule begins within the text: yes, or no if one may
 * begin even within what is hidden; within, whether the text may begin within a word.
 */
final class PatternRule implements LineRule {
  /** What is longer is none: looking for its end at each text in it would take too long. */
  private static final int LONGEST_PLACEHOLDER = 1024;

  private final Pattern before;
  private final boolean anyBefore;
  private final Pattern after;
  private final boolean fromBefore;
  private final boolean hidesBefore;
  private final int start;
  private final NextLine.Wait next;
  private final boolean covers;
  private final boolean shares;
  private final boolean within;
  private final Values values = Values.builtin();

  PatternRule(Row row, Vocabulary vocabulary) {
    String text = row.cell("before");
    hidesBefore = text.startsWith("«");
    before = Pattern.before(hidesBefore ? text.substring(1) : text, vocabulary);
    anyBefore = text.isEmpty();
    String behind = row.cell("after");
    after =
        Pattern.after(hidesBefore ? behind.substring(0, behind.length() - 1) : behind, vocabulary);
    covers = row.cell("covers").equals("yes");
    shares = row.cell("covers").equals("no");
    within = row.has("within");
    fromBefore = row.cell("start").equals("before");
    start = fromBefore ? 0 : row.number("start", -1);
    next = row.has("next") ? row.constant(NextLine.Wait.class, "next", row.cell("next")) : null;
  }

  @Override
  public void check() {
    before.check();
    after.check();
  }

  /** What must stand before the text at so many places. */
  ByteSet[] preceding(int places) {
    ByteSet[] sets = before.leading(places);
    Collections.reverse(Arrays.asList(sets));
    return sets;
  }

  /** What must stand behind the text of that length at so many places. */
  ByteSet[] following(int length, int places) {
    if (fromBefore) {
      return new ByteSet[0];
    }
    int behind = start < 0 ? 0 : length - start;
    ByteSet[] sets = after.leading(behind + places);
    return Arrays.copyOfRange(sets, Math.min(behind, sets.length), sets.length);
  }

  /** Whether the text has to begin a word, if a letter is its first. */
  boolean startsWord() {
    return !within;
  }

  private boolean mayBegin(Line l, int at) {
    return within || !Bytes.is(l.b[at], Bytes.ALPHA) || l.wordStart(at);
  }

  @Override
  public boolean plausible(LineText line, int at, int end) {
    if (!fromBefore && !hidesBefore && before.first() == ByteSet.ANY) {
      // What stands before is looked for far: what stands behind mostly decides sooner.
      return last(line, at, end, at) >= 0 && firstOf(line, at) >= 0;
    }
    int first = firstOf(line, at);
    return first >= 0 && last(line, at, end, first) >= 0;
  }

  /** Where what stands before the text begins, or -1. */
  private int firstOf(LineText in, int at) {
    return anyBefore ? at : before.match(in, at);
  }

  /** Where what stands behind the text ends, or -1. */
  private int last(LineText in, int at, int end, int first) {
    int from = fromBefore ? first : start < 0 ? end : at + start;
    return hidesBefore ? after.match(in, from, first) : after.match(in, from);
  }

  @Override
  public boolean looksBack() {
    return fromBefore || hidesBefore;
  }

  @Override
  public void hold(Line l, int at) {
    int first = at == l.to || mayBegin(l, at) ? firstOf(l, at) : -1;
    if (first >= 0 && hidesBefore) {
      l.open(first);
    } else if (first >= 0 && after.match(l, first) >= 0 && l.stretches() > 0) {
      l.open(l.stretchFrom(0));
    }
  }

  @Override
  public int verify(Line l, int at, int end, NextLine waits) {
    if (!mayBegin(l, at)) {
      return at + 1;
    }
    int first = firstOf(l, at);
    int last = first < 0 ? -1 : last(l, at, end, first);
    if (last < 0) {
      return at + 1;
    }
    int resume = covers ? end : at + 1;
    if (next != null) {
      waits.expect(next);
    }
    if (!hidesBefore) {
      return hide(l, resume);
    }
    l.opensAtEnd(first, last);
    l.secret(first, last);
    return last;
  }

  /** Hides what the pattern says; returns where to go on. */
  private int hide(Line l, int resume) {
    int after = resume;
    for (int i = 0; i < l.stretches(); i++) {
      int from = l.stretchFrom(i);
      int end = l.stretchEnd(i);
      boolean value = end - from > LONGEST_PLACEHOLDER || !values.placeholder(l, from, end);
      if (value && l.secret(from, l.stretchTo(i))) {
        after = Math.max(after, l.stretchTo(i));
      }
    }
    return shares ? resume : after;
  }
}
