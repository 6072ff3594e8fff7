package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.table.Row;
import java.util.function.Consumer;

/**
 * A row of an operator's table. It can only hide more: no other rule is passed over because of it.
 * One that fails or does too much on a line hides that line and is switched off.
 */
final class OwnRule implements LineRule {
  private final Row row;
  private final LineRule rule;
  private final int number;
  private final Consumer<String> told;
  private volatile boolean off;

  /**
   * @param number among the rows of one's own
   * @param told why it was switched off; called where lines are read: return at once
   */
  OwnRule(Row row, LineRule rule, int number, Consumer<String> told) {
    this.row = row;
    this.rule = rule;
    this.number = number;
    this.told = told;
  }

  /** The close look alone decides, and hides the line if it fails. */
  @Override
  public boolean plausible(LineText line, int at, int end) {
    return !off;
  }

  @Override
  public boolean looksBack() {
    return rule.looksBack();
  }

  @Override
  public void hold(Line l, int at) {
    within(l, () -> rule.hold(l, at));
  }

  @Override
  public int verify(Line l, int at, int end, NextLine next) {
    within(l, () -> rule.verify(l, at, end, next));
    return at + 1;
  }

  private void within(Line l, Runnable look) {
    if (!off) {
      l.beginLimit(number);
      try {
        look.run();
      } catch (RuntimeException | StackOverflowError failed) {
        switchOff(failed, l.to - l.from);
        l.secret(l.from, l.to);
      } finally {
        l.endLimit(number);
      }
    }
  }

  private synchronized void switchOff(Throwable failed, int length) {
    if (!off) {
      off = true;
      String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
      told.accept(row.place() + ": row " + row.id() + ": " + why + ", on " + length + " bytes");
    }
  }
}
