package innkeeper.admin;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An indented line continues the one before; words tell the level; JSON of one level is read. */
final class FakeRecords implements LogRecords {

  @Override
  public RecordAssembler assembler(boolean stderr) {
    return new RecordAssembler() {
      private boolean begun;

      @Override
      public boolean continues(String line) {
        boolean more = begun && line.startsWith("  ");
        begun = true;
        return more;
      }

      @Override
      public Optional<LogRecord> add(String line) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Optional<LogRecord> end() {
        throw new UnsupportedOperationException();
      }
    };
  }

  @Override
  public LogLevel level(String line) {
    return line.contains("Error") || line.contains("level\":50")
        ? LogLevel.ERROR
        : line.contains("WARN") || line.contains("warning")
            ? LogLevel.WARN
            : line.contains(" debug ") ? LogLevel.DEBUG : LogLevel.INFO;
  }

  @Override
  public LogRecord read(List<String> lines) {
    String first = lines.get(0);
    Map<String, String> fields = fields(first);
    String message = fields.getOrDefault("msg", first);
    fields.remove("msg");
    LogLevel level =
        lines.stream().map(this::level).reduce((a, b) -> a.compareTo(b) < 0 ? b : a).orElseThrow();
    return new LogRecord(lines, level, message, message, Optional.empty(), fields);
  }

  @Override
  public Optional<Cause> cause(List<Printed> lines, boolean unexpected) {
    throw new UnsupportedOperationException();
  }

  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (line.startsWith("{\"") && line.endsWith("}")) {
      for (String member : line.substring(1, line.length() - 1).split(",")) {
        String[] both = member.split(":", 2);
        fields.put(plain(both[0]), plain(both[1]));
      }
    }
    return fields;
  }

  private static String plain(String json) {
    return json.replace("\"", "").strip();
  }
}
