package innkeeper.redaction;

import innkeeper.redaction.prefilter.GramFilter;
import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.scan.SearchedFor;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an engine looks for at one moment.
 *
 * @param rows the rules of the tables
 * @param registered values, none is allowed
 * @param learned what the output at hand taught, none is allowed
 * @param literals those of the two that there are
 * @param rules third parties'
 */
record Snapshot(
    RuleSet rows,
    RegisteredValues registered,
    RegisteredValues learned,
    List<RegisteredValues> literals,
    List<Rule> rules)
    implements SearchedFor {
  static final Snapshot BUILTIN =
      of(RuleSet.BUILTIN, RegisteredValues.NONE, RegisteredValues.NONE_LEARNED, List.of());

  private static Snapshot of(
      RuleSet rows, RegisteredValues registered, RegisteredValues learned, List<Rule> rules) {
    List<RegisteredValues> literals =
        Stream.of(registered, learned).filter(values -> !values.isEmpty()).toList();
    return new Snapshot(rows, registered, learned, literals, rules);
  }

  /** The same with other rows and registered values. */
  Snapshot with(RuleSet newRows, Collection<String> values) {
    return of(newRows, RegisteredValues.NONE, learned, rules).and(values);
  }

  /** The same with more registered values. Costs what they cost, and a copy of the tables. */
  Snapshot and(Collection<String> values) {
    List<byte[]> forms = values.stream().flatMap(value -> Encodings.of(value).stream()).toList();
    List<byte[]> broken =
        values.stream().flatMap(value -> Encodings.broken(value).stream()).toList();
    return of(rows, registered.and(forms, broken), learned, rules);
  }

  Snapshot with(List<Rule> newRules) {
    return of(rows, registered, learned, List.copyOf(newRules));
  }

  Snapshot with(RegisteredValues nowLearned) {
    return of(rows, registered, nowLearned, rules);
  }

  @Override
  public GramFilter filter() {
    return rows.grams.filter();
  }

  @Override
  public Snapshot own() {
    return rules.isEmpty() ? this : with(List.of());
  }
}
