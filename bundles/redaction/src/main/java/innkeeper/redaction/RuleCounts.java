package innkeeper.redaction;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what rules hide, by the numbers of their rows. A row of one's own keeps its number and
 * count when its table is read again.
 */
final class RuleCounts {
  private final Map<String, Integer> numbers = new HashMap<>();

  /** The ids of rows of one's own; their numbers follow those of the built-in ones. */
  private volatile List<String> own = List.of();

  private volatile LongAdder[] fired = {};

  /** The rows with numbers of their own. */
  synchronized List<Row> numbered(List<Row> rows) {
    int first = Tables.builtin().rows().size();
    List<String> ids = new ArrayList<>(own);
    List<Row> numbered = new ArrayList<>();
    for (Row row : rows) {
      Integer known = numbers.get(row.id());
      if (known == null) {
        known = first + ids.size();
        numbers.put(row.id(), known);
        ids.add(row.id());
      }
      numbered.add(row.numbered(known));
    }
    own = List.copyOf(ids);
    return numbered;
  }

  void count(int row) {
    LongAdder[] known = fired;
    (row < known.length ? known[row] : grown(row)).increment();
  }

  private synchronized LongAdder grown(int row) {
    LongAdder[] known = fired;
    if (row >= known.length) {
      int size = known.length;
      known = Arrays.copyOf(known, 2 * row + 64);
      for (int i = size; i < known.length; i++) {
        known[i] = new LongAdder();
      }
      fired = known;
    }
    return known[row];
  }

  long fired(Row row) {
    LongAdder[] known = fired;
    return row.number() < known.length ? known[row.number()].sum() : 0;
  }

  String id(int row) {
    List<Row> builtin = Tables.builtin().rows();
    return row < builtin.size() ? builtin.get(row).id() : own.get(row - builtin.size());
  }
}
