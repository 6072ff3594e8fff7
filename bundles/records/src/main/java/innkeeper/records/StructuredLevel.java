package innkeeper.records;

import innkeeper.api.record.LogLevel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The level of a line of JSON or logfmt. A word counts before a number beside it. The scale of a
 * number is that of the logger whose other members the line has.
 *
 * @param name the member that names it
 */
record StructuredLevel(String name, LogLevel level) {

  /** The names of members with a word, or with a number if no other member has a word. */
  private static final List<String> NAMES =
      List.of(
          "level_name", // Monolog 2
          "levelname", // python-json-logger 4
          "loglevelname",
          "_meta.loglevelname", // tslog 4
          "severity_text",
          "severitytext", // OpenTelemetry
          "level",
          "severity",
          "lvl",
          "@level", // hclog 0.11
          "@l", // Serilog
          "log.level", // ECS
          "loglevel",
          "error_severity", // PostgreSQL 15, jsonlog
          "@fields.level", // winston 3, logstash
          "fields.level",
          "record.level.name", // loguru 0.7
          "level_value",
          "levelno",
          "level_number",
          "monolog_level",
          "severitynumber",
          "severity_number",
          "s"); // MongoDB

  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

  /** A word with the distance of Go's slog: ERROR+4. */
  private static final Pattern WORD = Pattern.compile("\\[?(\\p{L}{1,13})(?:[+-]\\d{1,3})?\\]?");

  /** Thresholds of a scale, from which a number is debug's successor, a warning, an error. */
  private record Scale(int info, int warn, int error) {

    LogLevel of(int number) {
      return number >= error
          ? LogLevel.ERROR
          : number >= warn ? LogLevel.WARN : number >= info ? LogLevel.INFO : LogLevel.DEBUG;
    }
  }

  /** pino 9 and bunyan 1.8: 10 to 60. */
  private static final Scale PINO = new Scale(30, 40, 50);

  /** Python's logging: 10 to 50. */
  private static final Scale PYTHON = new Scale(20, 30, 40);

  /** Monolog 2: 100 to 600. */
  private static final Scale MONOLOG = new Scale(200, 300, 400);

  /** Logback 1.5: 5000 to 40000. */
  private static final Scale LOGBACK = new Scale(20_000, 30_000, 40_000);

  /** OpenTelemetry: 1 to 24. */
  private static final Scale TELEMETRY = new Scale(9, 13, 17);

  /** The greatest number of syslog's severities, which fall with their importance. */
  private static final int SYSLOG = 7;

  private static final Map<String, Integer> RANKS =
      IntStream.range(0, NAMES.size()).boxed().collect(Collectors.toMap(NAMES::get, i -> i));

  /** Returns the level; empty if no member names one. */
  static Optional<StructuredLevel> of(Map<String, String> members) {
    StructuredLevel best = null;
    int rank = Integer.MAX_VALUE;
    for (Map.Entry<String, String> member : members.entrySet()) {
      String name = member.getKey().toLowerCase(Locale.ROOT);
      Integer place = RANKS.get(name);
      String value = member.getValue();
      if (place != null) {
        boolean number = NUMBER.matcher(value).matches();
        int its = number ? NAMES.size() + place : place;
        Optional<LogLevel> level =
            number
                ? Optional.of(number(name, Integer.parseInt(value), members))
                : word(name, value);
        if (its < rank && level.isPresent()) {
          best = new StructuredLevel(member.getKey(), level.get());
          rank = its;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static LogLevel number(String name, int number, Map<String, String> members) {
    if (name.contains("number") && name.startsWith("severity")) {
      return TELEMETRY.of(number);
    } else if (name.equals("levelno") || name.equals("level_number")) {
      return PYTHON.of(number);
    } else if (number >= 1000) {
      return LOGBACK.of(number);
    } else if (number >= 100) {
      return MONOLOG.of(number);
    } else if (number <= SYSLOG || members.containsKey("short_message")) {
      return TextLevel.severity(number);
    }
    return PINO.of(number);
  }

  private static Optional<LogLevel> word(String name, String value) {
    Matcher word = WORD.matcher(value);
    Optional<LogLevel> level =
        letter(value).or(() -> word.matches() ? TextLevel.word(word.group(1)) : Optional.empty());
    return level.isPresent() || name.equals("s") || !word.matches()
        ? level
        : Optional.of(LogLevel.INFO);
  }

  /** Reads a level's letter as in MongoDB: I, W, E, F, D1 to D5. */
  private static Optional<LogLevel> letter(String text) {
    return switch (text) {
      case "I" -> Optional.of(LogLevel.INFO);
      case "W" -> Optional.of(LogLevel.WARN);
      case "E", "F" -> Optional.of(LogLevel.ERROR);
      default -> text.matches("D\\d?") ? Optional.of(LogLevel.DEBUG) : Optional.empty();
    };
  }
}
