package innkeeper.history.record;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts and quotes error records, with the record reader of the logging bundle. */
public final class LogErrorRecords implements ErrorRecords {

  private final Supplier<Optional<LogRecords>> records;

  /**
   * @param records empty while the logging bundle is away
   */
  public LogErrorRecords(Supplier<Optional<LogRecords>> records) {
    this.records = records;
  }

  @Override
  public Optional<Integer> count(List<String> lines) {
    int[] count = new int[1];
    return errors(lines, error -> count[0]++) ? Optional.of(count[0]) : Optional.empty();
  }

  @Override
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
