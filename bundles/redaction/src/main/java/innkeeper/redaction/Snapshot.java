package innkeeper.redaction;

import java.util.List;

/**
 * What an engine looks for at one moment.
 *
 * @param bitmap the prefilter: the built-in triggers and the literals
 * @param literals registered values, or null if there is none
 * @param rules third parties'
 */
record Snapshot(long[] bitmap, Literals literals, List<Rule> rules) {
  static final Snapshot BUILTIN = new Snapshot(Builtin.GRAMS.bitmap, null, List.of());

  Snapshot with(Literals newLiterals) {
    long[] joined = Builtin.GRAMS.bitmap.clone();
    for (int i = 0; i < joined.length; i++) {
      joined[i] |= newLiterals.bitmap()[i];
    }
    return new Snapshot(joined, newLiterals, rules);
  }

  Snapshot with(List<Rule> newRules) {
    return new Snapshot(bitmap, literals, List.copyOf(newRules));
  }
}
