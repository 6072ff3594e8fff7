package innkeeper.records;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import innkeeper.common.text.SeenText;
import innkeeper.records.report.Reports;
import innkeeper.records.report.SeenLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recognises records by the forms in which runtimes and loggers print them. It reads a line in
 * stages: what a person sees, the start of a record, the lines that continue it, its level, its
 * message, and the cause of a failure.
 */
public final class RecordReader implements LogRecords {

  /** The maximum number of characters of a line that become its message. */
  private static final int LONGEST_MESSAGE = 16_384;

  @Override
  public RecordAssembler assembler(boolean stderr) {
    return new LineAssembly(this, stderr);
  }

  @Override
  public LogLevel level(String line) {
    Optional<LogLevel> structured = StructuredLine.level(line);
    if (structured.isPresent()) {
      return structured.get();
    }
    SeenLine seen = SeenLine.of(line);
    LogLevel level = TextLevel.of(seen.text());
    LogLevel second = JulLines.level(seen.text()).orElse(level);
    LogLevel most = second.compareTo(level) > 0 ? second : level;
    return most != LogLevel.ERROR && Reports.failing(seen) ? LogLevel.ERROR : most;
  }

  @Override
  public LogRecord read(List<String> lines) {
    OpenRecord record = new OpenRecord(true);
    lines.forEach(line -> record.takes(SeenLine.of(line)));
    return read(lines, record);
  }

  LogRecord read(List<String> lines, OpenRecord record) {
    Optional<StructuredLine> structured = structured(lines);
    if (structured.isPresent()) {
      StructuredLine line = structured.get();
      String message = line.message().isEmpty() ? lines.get(0) : line.message();
      String summary = line.failure().isEmpty() ? message : line.failure();
      return new LogRecord(
          List.copyOf(lines), line.level(), message, summary, line.time(), line.fields());
    }
    String head = lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
    String message = SeenText.of(cut(head)).strip();
    String summary = record.summary();
    return new LogRecord(
        List.copyOf(lines),
        record.level(),
        message,
        message.startsWith(summary) ? message : summary,
        PrintedTime.of(message),
        Map.of());
  }

  /** Returns the JSON or logfmt of a record, also if JSON has several lines. */
  private static Optional<StructuredLine> structured(List<String> lines) {
    boolean object = lines.size() > 1 && lines.get(0).stripTrailing().equals("{");
    return StructuredLine.of(object ? String.join("\n", lines) : lines.get(0));
  }

  private static String cut(String line) {
    return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) : line;
  }

  @Override
  public Optional<Cause> cause(List<Printed> lines, boolean unexpected) {
    RecordAssembler stdout = assembler(false);
    RecordAssembler stderr = assembler(true);
    List<LogRecord> records = new ArrayList<>();
    List<LogRecord> last = new ArrayList<>();
    for (Printed line : lines) {
      Optional<LogRecord> record = (line.stderr() ? stderr : stdout).add(line.line());
      record.ifPresent(records::add);
      record.filter(one -> line.stderr()).ifPresent(last::add);
    }
    stdout.end().ifPresent(records::add);
    Optional<LogRecord> end = stderr.end();
    end.ifPresent(records::add);
    end.ifPresent(last::add);
    return Causes.of(records, last, unexpected);
  }
}
