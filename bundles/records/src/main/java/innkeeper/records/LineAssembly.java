package innkeeper.records;

import innkeeper.api.record.LogRecord;
import innkeeper.api.record.RecordAssembler;
import innkeeper.records.report.SeenLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Assembles the lines of the present record. */
final class LineAssembly implements RecordAssembler {

  private final RecordReader records;
  private final boolean alone;
  private final List<String> open = new ArrayList<>();
  private OpenRecord record;
  private int count;

  LineAssembly(RecordReader records, boolean alone) {
    this.records = records;
    this.alone = alone;
    record = new OpenRecord(alone);
  }

  @Override
  public boolean continues(String line) {
    SeenLine seen = SeenLine.of(line);
    boolean more = count > 0 && count < MOST_LINES && record.takes(seen);
    if (!more) {
      record = new OpenRecord(alone);
      record.takes(seen);
      count = 0;
    }
    count++;
    return more;
  }

  @Override
  public Optional<LogRecord> add(String line) {
    OpenRecord present = record;
    Optional<LogRecord> before = continues(line) ? Optional.empty() : take(present);
    open.add(line);
    return before;
  }

  @Override
  public Optional<LogRecord> end() {
    count = 0;
    return take(record);
  }

  private Optional<LogRecord> take(OpenRecord complete) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    LogRecord read = records.read(open, complete);
    open.clear();
    return Optional.of(read);
  }
}
