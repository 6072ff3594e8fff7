package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import java.util.ArrayList;
import java.util.List;

/** What the command must say before a text, or must not; the column says of commands.tsv. */
public final class Condition {
  private final Pattern said;
  private final boolean wanted;

  private Condition(Pattern said, boolean wanted) {
    this.said = said;
    this.wanted = wanted;
  }

  /** The conditions in the row, all of which must hold. */
  public static List<Condition> all(Row row, Vocabulary vocabulary) {
    List<Condition> conditions = new ArrayList<>();
    for (String word : row.words("says")) {
      boolean wanted = !word.startsWith("!");
      String name = wanted ? word : word.substring(1);
      if (vocabulary.pattern(name) == null) {
        throw row.error("no pattern has the name '" + name + "'");
      }
      conditions.add(new Condition(Pattern.after(text(name), vocabulary), wanted));
    }
    return conditions;
  }

  /** Over the first place of the named pattern; looked for once in the line. */
  static String text(String name) {
    return "to(" + name + ") " + name;
  }

  /** Whether it holds for what stands between the bounds. */
  public boolean holds(LineText line, int from, int to) {
    int end = said.match(line, from);
    return (end >= 0 && end <= to) == wanted;
  }
}
