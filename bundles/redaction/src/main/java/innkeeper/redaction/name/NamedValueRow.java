package innkeeper.redaction.name;

import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What may stand after a name, and whether it is the name's secret: a row of named.tsv.
 *
 * @param kinds of the name; none if the row is for all
 * @param asked the bits of the facts that count
 * @param wanted the bits of those that must hold
 */
record NamedValueRow(
    boolean answer,
    Set<Kind> kinds,
    Set<Operator.Kind> operators,
    int asked,
    int wanted,
    Pattern before,
    Pattern name,
    Pattern value,
    Pattern onward,
    Pattern after) {

  /** What the column {@code when} asks for. */
  enum Fact {
    QUOTED,
    PARAMETER,
    GAP,
    SPACED,
    NAME_QUOTED,
    OWN_NAME,
    PASSWORD,
    PASSPHRASE,
    ID,
    OAUTH;

    int bit(boolean holds) {
      return holds ? 1 << ordinal() : 0;
    }
  }

  private static final List<NamedValueRow> ALL =
      Tables.builtin().rows("named").stream().map(NamedValueRow::of).toList();

  private static final Map<Operator.Kind, NamedValueRow[]> BY_OPERATOR =
      by(Operator.Kind.class, op -> row -> row.kinds.isEmpty() && row.operators.contains(op));

  private static final Map<Kind, NamedValueRow[]> BY_KIND =
      by(Kind.class, kind -> row -> row.kinds.contains(kind));

  private static <E extends Enum<E>> Map<E, NamedValueRow[]> by(
      Class<E> type, Function<E, Predicate<NamedValueRow>> which) {
    Map<E, NamedValueRow[]> all = new EnumMap<>(type);
    EnumSet.allOf(type)
        .forEach(
            e -> all.put(e, ALL.stream().filter(which.apply(e)).toArray(NamedValueRow[]::new)));
    return all;
  }

  private static NamedValueRow of(Row row) {
    Values values = Values.builtin();
    String operators = row.cell("operator");
    String when = row.cell("when");
    return new NamedValueRow(
        row.cell("answer").equals("yes"),
        listed(Kind.class, row, "kind", row.cell("kind")),
        operators.isEmpty()
            ? EnumSet.allOf(Operator.Kind.class)
            : listed(Operator.Kind.class, row, "operator", operators),
        bits(row, when.replace("!", "")),
        bits(row, when.replaceAll("![^ ]+", "")),
        Pattern.before(row.cell("before"), values),
        Pattern.after(row.cell("name"), values),
        Pattern.after(row.cell("value"), values),
        Pattern.after(row.cell("line"), values),
        Pattern.after(row.cell("after"), values));
  }

  private static int bits(Row row, String facts) {
    return listed(Fact.class, row, "when", facts).stream().mapToInt(fact -> fact.bit(true)).sum();
  }

  private static <E extends Enum<E>> Set<E> listed(
      Class<E> type, Row row, String column, String words) {
    Set<E> all = EnumSet.noneOf(type);
    Stream.of(words.split(" "))
        .filter(word -> !word.isEmpty())
        .forEach(word -> all.add(row.constant(type, column, word)));
    return all;
  }

  /** The rows that say what stands in a secret's place behind that operator, whatever the name. */
  static NamedValueRow[] of(Operator.Kind operator) {
    return BY_OPERATOR.get(operator);
  }

  /** The rows that say what the value of such a name looks like. */
  static NamedValueRow[] of(Kind kind) {
    return BY_KIND.get(kind);
  }

  /**
   * Whether the row speaks of the value at {@code at}.
   *
   * @param facts the bits of those that hold
   * @param start where its name begins
   * @param alone ends with the value
   */
  boolean fits(
      Operator.Kind operator, int facts, LineText line, int start, int at, LineText alone) {
    return (facts & asked) == wanted
        && operators.contains(operator)
        && after.matches(line, alone.to)
        && value.matches(alone, at)
        && onward.matches(line, at)
        && name.matches(line, start)
        && before.matches(line, start);
  }
}
