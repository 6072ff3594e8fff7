package innkeeper.records;

import innkeeper.records.report.Report;
import innkeeper.records.report.Reports;
import innkeeper.records.report.SeenLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The exception that a logger writes into members of a line of JSON or logfmt. */
final class StructuredFailure {

  /**
   * Members with a stack trace: ECS, Logstash, pino and bunyan, zap, structlog, python-json-logger,
   * winston, log4j2.
   */
  private static final List<String> TRACES =
      List.of(
          "error.stack_trace",
          "stack_trace",
          "err.stack",
          "error.stack",
          "exception",
          "exc_info",
          "stack",
          "thrown.extendedstacktrace");

  /** Members with the message of an exception, each with the one that has its type. */
  private static final List<List<String>> MESSAGES =
      List.of(
          List.of("error.message", "error.type"),
          List.of("err.message", "err.type"),
          List.of("err.message", "err.name"),
          List.of("context.exception.message", "context.exception.class"),
          List.of("exception.message", "exception.class"),
          List.of("thrown.message", "thrown.name"),
          List.of("throwable.message", "throwable.class"),
          List.of("record.exception.value", "record.exception.type"));

  private StructuredFailure() {}

  /** Returns the outermost message and the innermost cause; "" without an exception. */
  static String of(Map<String, String> members) {
    return TRACES.stream()
        .flatMap(name -> Stream.ofNullable(members.get(name)))
        .flatMap(text -> trace(text).stream())
        .findFirst()
        .or(() -> MESSAGES.stream().flatMap(names -> named(members, names).stream()).findFirst())
        .orElse("");
  }

  /** Returns the text of an error that has no type, as of zap, zerolog and logrus; else "". */
  static String error(Map<String, String> members) {
    String error = members.getOrDefault("error", members.getOrDefault("err", ""));
    boolean text = !error.matches("null|true|false|\\d*") && !error.startsWith("{");
    return text ? error.lines().findFirst().orElse("") : "";
  }

  private static Optional<String> trace(String text) {
    List<String> lines = text.lines().limit(1000).toList();
    if (lines.size() < 2) {
      return Optional.empty();
    }
    SeenLine head = SeenLine.of(lines.get(0));
    Optional<Report> report = Reports.opened(head, true);
    if (report.isEmpty()) {
      return Optional.of(head.text().strip());
    }
    lines.stream()
        .skip(1)
        .map(SeenLine::of)
        .filter(line -> !line.blank())
        .forEach(line -> report.get().takes(line, false));
    return Optional.of(report.get().sentence()).filter(sentence -> !sentence.isEmpty());
  }

  private static Optional<String> named(Map<String, String> members, List<String> names) {
    String message = members.get(names.get(0));
    String type = members.get(names.get(1));
    if (message == null) {
      return Optional.empty();
    }
    String first = message.lines().findFirst().orElse("");
    String previous = members.get("context.exception.previous.message");
    String inner =
        previous == null
            ? ""
            : ", caused by " + members.get("context.exception.previous.class") + ": " + previous;
    return Optional.of((type == null ? first : type + ": " + first) + inner);
  }
}
