package innkeeper.redaction;

import innkeeper.redaction.prefilter.PairFilter;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.scan.SearchedFor;
import java.util.Collection;
import java.util.List;

/**
 * What an engine looks for at one moment.
 *
 * @param rows the rules of the tables
 * @param pairs the prefilter: the rules' triggers and the literals
 * @param literals registered values, or null if there is none
 * @param rules third parties'
 */
record Snapshot(RuleSet rows, PairFilter pairs, RegisteredValues literals, List<Rule> rules)
    implements SearchedFor {
  static final Snapshot BUILTIN = of(RuleSet.BUILTIN, List.of(), List.of());

  /** Registered values in all their forms; none is allowed. */
  static Snapshot of(RuleSet rows, Collection<byte[]> forms, List<Rule> rules) {
    Snapshot none = new Snapshot(rows, rows.grams.pairs(), null, rules);
    return forms.isEmpty() ? none : none.and(forms);
  }

  /** The same with more registered values. Costs what they cost, and a copy of the tables. */
  Snapshot and(Collection<byte[]> forms) {
    RegisteredValues known = literals == null ? RegisteredValues.NONE : literals;
    return new Snapshot(rows, pairs.with(forms), known.and(forms), rules);
  }

  Snapshot with(List<Rule> newRules) {
    return new Snapshot(rows, pairs, literals, List.copyOf(newRules));
  }

  @Override
  public Snapshot own() {
    return rules.isEmpty() ? this : with(List.of());
  }
}
