package innkeeper.logging.record;

import innkeeper.api.record.LogRecord;
import innkeeper.api.record.RecordAssembler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers the lines of the open record. */
final class LineAssembly implements RecordAssembler {

  private final Records records;
  private final List<String> open = new ArrayList<>();
  private Continuation continuation = new Continuation();
  private int count;

  LineAssembly(Records records) {
    this.records = records;
  }

  @Override
  public boolean continues(String line) {
    boolean more = count > 0 && count < MOST_LINES && continuation.takes(Records.look(line));
    if (!more) {
      continuation = new Continuation();
      continuation.begin(Records.look(line));
      count = 0;
    }
    count++;
    return more;
  }

  @Override
  public Optional<LogRecord> add(String line) {
    Optional<LogRecord> before = continues(line) ? Optional.empty() : take();
    open.add(line);
    return before;
  }

  @Override
  public Optional<LogRecord> end() {
    count = 0;
    return take();
  }

  private Optional<LogRecord> take() {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    LogRecord record = records.read(open);
    open.clear();
    return Optional.of(record);
  }
}
