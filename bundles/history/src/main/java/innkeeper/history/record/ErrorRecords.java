package innkeeper.history.record;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Counts and quotes the error records of a log, with the record reader of the logging bundle. Safe
 * for many threads.
 */
public class ErrorRecords {

  private final Supplier<Optional<LogRecords>> records;

  /**
   * @param records empty while the logging bundle is away
   */
  public ErrorRecords(Supplier<Optional<LogRecords>> records) {
    this.records = records;
  }

  /** Returns how many records in these lines are errors; empty while the logging bundle is away. */
  public Optional<Integer> count(List<String> lines) {
    int[] count = new int[1];
    return errors(lines, error -> count[0]++) ? Optional.of(count[0]) : Optional.empty();
  }

  /** Returns one line about the last error record; "" without an error record. */
  public String last(List<String> lines) {
    String[] last = {""};
    errors(lines, error -> last[0] = error.summary());
    return last[0];
  }

  /** Passes the error records to a consumer; returns false while the logging bundle is away. */
  private boolean errors(List<String> lines, Consumer<LogRecord> told) {
    Optional<LogRecords> service = records.get();
    if (service.isEmpty()) {
      return false;
    }
    RecordAssembler assembler = service.get().assembler();
    Consumer<LogRecord> error =
        record -> {
          if (record.level() == LogLevel.ERROR) {
            told.accept(record);
          }
        };
    lines.forEach(line -> assembler.add(line).ifPresent(error));
    assembler.end().ifPresent(error);
    return true;
  }
}
