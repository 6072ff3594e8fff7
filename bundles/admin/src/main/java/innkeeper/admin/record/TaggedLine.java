package innkeeper.admin.record;

import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a log with the record to which it belongs.
 *
 * @param level the record's level, as far as it is known at this line; empty if it is not known
 * @param back how many lines before it the record begins; 0 for the line that begins it
 * @param summary the record's summary; only the last of several lines has it
 * @param message the message of a JSON or logfmt line
 * @param fields the fields of a JSON or logfmt line without its message
 */
public record TaggedLine(
    TimedLine timed,
    Optional<LogLevel> level,
    int back,
    Optional<String> summary,
    Optional<String> message,
    Optional<Map<String, String>> fields) {

  static TaggedLine unknown(TimedLine line) {
    return new TaggedLine(
        line, Optional.empty(), 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  TaggedLine of(LogLevel grave, String says) {
    return new TaggedLine(timed, Optional.of(grave), back, Optional.of(says), message, fields);
  }
}
