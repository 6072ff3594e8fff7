package innkeeper.history;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import innkeeper.api.service.AwaitedService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Indented lines continue a record. A record whose first line has "Error" in it is an error; its
 * first line is its text.
 */
public final class WordRecords implements LogRecords {

  /** These records as a service. */
  public static AwaitedService<LogRecords> service() {
    AwaitedService<LogRecords> service = new AwaitedService<>(LogRecords.class, "logging");
    service.add(new WordRecords());
    return service;
  }

  @Override
  public RecordAssembler assembler(boolean stderr) {
    return new RecordAssembler() {
      private List<String> open = List.of();

      @Override
      public boolean continues(String line) {
        return line.startsWith(" ") && !open.isEmpty();
      }

      @Override
      public Optional<LogRecord> add(String line) {
        boolean within = continues(line);
        Optional<LogRecord> before = within ? Optional.empty() : end();
        open = new ArrayList<>(open);
        open.add(line);
        return before;
      }

      @Override
      public Optional<LogRecord> end() {
        Optional<LogRecord> last = open.isEmpty() ? Optional.empty() : Optional.of(read(open));
        open = List.of();
        return last;
      }
    };
  }

  @Override
  public LogLevel level(String line) {
    return line.contains("Error") ? LogLevel.ERROR : LogLevel.INFO;
  }

  @Override
  public LogRecord read(List<String> lines) {
    String first = lines.get(0);
    return new LogRecord(lines, level(first), first, first, Optional.empty(), Map.of());
  }

  @Override
  public Optional<Cause> cause(List<Printed> lines, boolean unexpected) {
    List<LogRecord> stdout = records(lines, false);
    List<LogRecord> stderr = records(lines, true);
    List<LogRecord> all = new ArrayList<>(stdout);
    all.addAll(stderr);
    Optional<LogRecord> error =
        last(all.stream().filter(record -> record.level() == LogLevel.ERROR).toList());
    return error
        .or(() -> unexpected ? last(stderr) : Optional.empty())
        .map(record -> new Cause(record.summary(), record.lines()));
  }

  private List<LogRecord> records(List<Printed> lines, boolean stderr) {
    List<LogRecord> records = new ArrayList<>();
    RecordAssembler assembler = assembler(stderr);
    lines.stream()
        .filter(line -> line.stderr() == stderr)
        .forEach(line -> assembler.add(line.line()).ifPresent(records::add));
    assembler.end().ifPresent(records::add);
    return records;
  }

  private static Optional<LogRecord> last(List<LogRecord> records) {
    return records.stream().reduce((first, second) -> second);
  }
}
