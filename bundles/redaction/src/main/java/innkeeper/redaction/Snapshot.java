package innkeeper.redaction;

import innkeeper.redaction.prefilter.PairFilter;
import innkeeper.redaction.scan.Literals;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.scan.Sought;
import java.util.List;

/**
 * What an engine looks for at one moment.
 *
 * @param pairs the prefilter: the built-in triggers and the literals
 * @param literals registered values, or null if there is none
 * @param rules third parties'
 */
record Snapshot(PairFilter pairs, Literals literals, List<Rule> rules) implements Sought {
  static final Snapshot BUILTIN = new Snapshot(RuleSet.BUILTIN.grams.pairs(), null, List.of());

  Snapshot with(Literals newLiterals) {
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
