package innkeeper.logging.reading.record;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognises records by the forms in which runtimes and loggers print them. */
public final class RecordReader implements LogRecords {

  private static final Pattern ESCAPE =
      Pattern.compile(
          "\u001b(?:\\[[0-9;:?]*[ -/]*[@-~]|\\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\\\)|[@-Z\\\\^_])");

  /**
   * The number of characters that matter for level and kind; the rest of a longer line is ignored.
   */
  private static final int LOOK = 500;

  @Override
  public RecordAssembler assembler() {
    return new LineAssembly(this);
  }

  @Override
  public LogLevel level(String line) {
    return StructuredLine.of(line)
        .map(StructuredLine::level)
        .orElseGet(() -> TextLevel.of(look(line)));
  }

  @Override
  public LogRecord read(List<String> lines) {
    String first = lines.get(0);
    Optional<StructuredLine> structured = StructuredLine.of(first);
    if (structured.isPresent()) {
      StructuredLine line = structured.get();
      String message = line.message().isEmpty() ? first : line.message();
      return new LogRecord(
          List.copyOf(lines), line.level(), message, message, line.time(), line.fields());
    }
    String head = lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
    String message = visible(withoutEscapes(head));
    boolean rule = lines.size() > 1 && TraceShape.RULE.matcher(head).matches();
    boolean second = rule || lines.size() > 1 && TraceShape.JUL_HEAD.matcher(head).matches();
    String telling = look(second ? lines.get(1) : head);
    message = rule ? telling : message;
    LogLevel level = TextLevel.of(telling);
    Optional<String> exception = ExceptionLine.in(lines);
    if (exception.isPresent() && level.compareTo(LogLevel.WARN) < 0 && !TextLevel.told(telling)) {
      level = LogLevel.ERROR;
    }
    Optional<Instant> time = PrintedTime.of(message);
    return new LogRecord(
        List.copyOf(lines), level, message, exception.orElse(message), time, Map.of());
  }

  /** Returns the part of a line that a terminal would display after carriage returns. */
  private static String visible(String line) {
    String text = line.strip();
    return text.substring(text.lastIndexOf('\r') + 1).strip();
  }

  /** Returns the part of a line that determines its level and kind. */
  static String look(String line) {
    String begin = line.length() > LOOK ? line.substring(0, LOOK) : line;
    return withoutEscapes(begin);
  }

  static String withoutEscapes(String line) {
    return line.indexOf('\u001b') < 0 ? line : ESCAPE.matcher(line).replaceAll("");
  }

  @Override
  public Optional<Cause> cause(List<Printed> lines, boolean unexpected) {
    Map<Boolean, RecordAssembler> assemblers = Map.of(true, assembler(), false, assembler());
    List<LogRecord> records = new ArrayList<>();
    for (Printed line : lines) {
      assemblers.get(line.stderr()).add(line.line()).ifPresent(records::add);
    }
    assemblers.values().forEach(open -> open.end().ifPresent(records::add));
    return records.stream()
        .filter(record -> record.level() == LogLevel.ERROR)
        .reduce((first, second) -> second)
        .map(record -> new Cause(record.summary(), record.lines()));
  }
}
