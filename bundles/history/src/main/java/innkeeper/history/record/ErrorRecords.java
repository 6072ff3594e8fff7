package innkeeper.history.record;

import java.util.List;
import java.util.Optional;

/** What is needed of a log's records. Safe for many threads. */
public interface ErrorRecords {

  /** How many of these lines' records are of level error; empty while nobody can tell. */
  Optional<Integer> count(List<String> lines);

  /** One line that says what the last error record was; "" if there is none. */
  String last(List<String> lines);
}
