package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.value.Values;

/** Looks closer at what a trigger announces. */
public interface LineRule {
  /** The rule that a row of a built-in table is. */
  static LineRule of(Row row) {
    return of(row, Values.builtin());
  }

  /** The rule that a row is. */
  static LineRule of(Row row, Vocabulary vocabulary) {
    if (row.has("prefix")) {
      return new TokenRule(row, vocabulary);
    }
    return row.has("takes") ? new CommandRule(row, vocabulary) : new PatternRule(row, vocabulary);
  }

  /** Whether it may be meant: a quick look, in the line and nothing else. */
  boolean plausible(LineText line, int at, int end);

  /** Reads the row's patterns, which are else read at their first use. */
  default void check() {}

  /** Whether the text that leads to it stands behind what it hides. */
  default boolean looksBack() {
    return false;
  }

  /** Holds back what it would hide if the text stood at {@code at}, where the line may end. */
  default void hold(Line l, int at) {}

  /** Marks what is to be hidden; returns where to go on. */
  int verify(Line l, int at, int end, NextLine next);
}
