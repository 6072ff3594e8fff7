package innkeeper.redaction.scan;

import innkeeper.redaction.command.Condition;
import innkeeper.redaction.command.Form;
import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.PatternException;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.util.List;

/** A row about a program that takes a secret as an argument. Columns: see commands.tsv. */
public final class CommandRule implements LineRule {
  private static final Pattern PROGRAM = Values.after("dotted*");

  private final List<Literal> texts;
  private final Pattern before;
  private final Pattern needs;
  private final boolean within;
  private final boolean fromText;
  private final List<Condition> conditions;
  private final List<Form> forms;

  public CommandRule(Row row, Vocabulary vocabulary) {
    try {
      texts = Literal.list(row.cell("find"));
      before = Pattern.before(row.cell("before"), vocabulary).check();
      needs = Pattern.after(row.cell("needs"), vocabulary).check();
    } catch (PatternException e) {
      throw row.error(e.getMessage());
    }
    within = row.has("within");
    fromText = row.has("from");
    if (fromText && !row.cell("from").equals("text")) {
      throw row.error("the column from has '" + row.cell("from") + "'; use text, or nothing");
    }
    conditions = Condition.all(row, vocabulary);
    forms = Form.all(row);
  }

  /** What leads to the row. */
  List<Literal> texts() {
    return texts;
  }

  @Override
  public boolean plausible(LineText line, int at, int end) {
    return before.matches(line, at) && needs.matches(line, end);
  }

  @Override
  public int verify(Line l, int at, int end, NextLine next) {
    int after = fromText ? end : PROGRAM.match(l, at);
    if (inWord(l, at) || !fromText && variable(l, after, end) || !meant(l, at)) {
      return at + 1;
    }
    if (needs.matches(l, end)) {
      for (Form form : forms) {
        l.commands.hide(form, at, after);
      }
    } else if (!l.whole) {
      // It may yet follow.
      l.open(at);
    }
    return at + 1;
  }

  /** Whether what stands before the text is what the row says. */
  private boolean meant(Line l, int at) {
    for (Condition condition : conditions) {
      if (!condition.holds(l, l.commands.start(at), at)) {
        return false;
      }
    }
    return before.matches(l, at);
  }

  /** Whether the text begins in the midst of a word, and must not. */
  private boolean inWord(Line l, int at) {
    return !within && Bytes.is(l.b[at], Bytes.ALNUM) && !l.wordStart(at);
  }

  /** {@code mysql_host}, {@code docker=}: no program, but a name. */
  private static boolean variable(Line l, int after, int end) {
    return after < l.to && (l.b[after] == '=' || l.b[Math.min(after, end)] == '_');
  }
}
