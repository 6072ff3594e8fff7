package innkeeper.redaction;

import innkeeper.redaction.prefilter.PairFilter;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.scan.SearchedFor;
import java.util.List;

/**
 * What an engine looks for at one moment.
 *
 * @param pairs the prefilter: the built-in triggers and the literals
 * @param literals registered values, or null if there is none
 * @param rules third parties'
 */
record Snapshot(PairFilter pairs, RegisteredValues literals, List<Rule> rules)
    implements SearchedFor {
  static final Snapshot BUILTIN = new Snapshot(RuleSet.BUILTIN.grams.pairs(), null, List.of());

  Snapshot with(RegisteredValues newLiterals) {
    return new Snapshot(newLiterals.pairs(), newLiterals, rules);
  }

  Snapshot with(List<Rule> newRules) {
    return new Snapshot(pairs, literals, List.copyOf(newRules));
  }

  @Override
  public Snapshot own() {
    return rules.isEmpty() ? this : with(List.of());
  }
}
