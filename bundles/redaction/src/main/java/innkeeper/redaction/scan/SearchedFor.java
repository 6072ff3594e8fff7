package innkeeper.redaction.scan;

import innkeeper.redaction.prefilter.GramFilter;
import java.util.List;

/** What an engine looks for at one moment. */
public interface SearchedFor {
  /** The prefilter of the rows: their triggers. */
  GramFilter filter();

  /** The rows' rules. */
  RuleSet rows();

  /** Registered values and learned ones; those that there are. */
  List<RegisteredValues> literals();

  /** What third parties look for. */
  List<? extends LineFinder> rules();

  /** The same without what third parties look for. */
  SearchedFor own();
}
