package innkeeper.history.record;

import java.util.List;
import java.util.Optional;

/** Reads a log's records. Safe for many threads. */
public interface ErrorRecords {

  /** Returns how many records in these lines are errors; empty while the logging bundle is away. */
  Optional<Integer> count(List<String> lines);

  /** Returns one line about the last error record; "" without an error record. */
  String last(List<String> lines);
}
