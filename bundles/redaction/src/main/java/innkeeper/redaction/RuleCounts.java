package innkeeper.redaction;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what rules hide, by the numbers of their rows. A row of one's own keeps its number and
 * count when its table is read again.
 */
final class RuleCounts {
  private final Map<String, Integer> own = new HashMap<>();
  private volatile List<Count> counts;

  private record Count(String id, LongAdder fired) {
    Count(String id) {
      this(id, new LongAdder());
    }
  }

  RuleCounts() {
    counts = Tables.builtin().rows().stream().map(row -> new Count(row.id())).toList();
  }

  /** The rows with numbers of their own. */
  synchronized List<Row> numbered(List<Row> rows) {
    List<Count> more = new ArrayList<>(counts);
    List<Row> numbered = new ArrayList<>();
    for (Row row : rows) {
      Integer known = own.get(row.id());
      if (known == null) {
        known = more.size();
        own.put(row.id(), known);
        more.add(new Count(row.id()));
      }
      numbered.add(row.numbered(known));
    }
    counts = List.copyOf(more);
    return numbered;
  }

  void count(int row) {
    counts.get(row).fired().increment();
  }

  long fired(Row row) {
    return counts.get(row.number()).fired().sum();
  }

  String id(int row) {
    return counts.get(row).id();
  }
}
