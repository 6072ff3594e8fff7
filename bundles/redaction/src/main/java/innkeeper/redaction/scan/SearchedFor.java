package innkeeper.redaction.scan;

import innkeeper.redaction.prefilter.PairFilter;
import java.util.List;

/** What an engine looks for at one moment. */
public interface SearchedFor {
  /** The prefilter: the triggers of the rows and the registered values. */
  PairFilter pairs();

  /** The rows' rules. */
  RuleSet rows();

  /** Registered values, or null if there is none. */
  RegisteredValues literals();

  /** What third parties look for. */
  List<? extends LineFinder> rules();

  /** The same without what third parties look for. */
  SearchedFor own();
}
