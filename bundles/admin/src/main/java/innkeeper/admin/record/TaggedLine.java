package innkeeper.admin.record;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
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
    @JsonForm(inline = true) TimedLine timed,
    @JsonForm(value = "Of the line's record.", empty = Empty.OMITTED) Optional<LogLevel> level,
    @JsonForm(
            value = "How many lines of this log before it its record begins; 0: with it.",
            name = "record")
        int back,
    @JsonForm(
            value = "What happened; of the record whose last line this is.",
            empty = Empty.OMITTED)
        Optional<String> summary,
    @JsonForm(value = "Of a JSON or logfmt line.", empty = Empty.OMITTED) Optional<String> message,
    @JsonForm(value = "Of a JSON or logfmt line, its other members.", empty = Empty.OMITTED)
        Optional<Map<String, String>> fields) {

  static TaggedLine unknown(TimedLine line) {
    return new TaggedLine(
        line, Optional.empty(), 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  TaggedLine of(LogLevel severe, String says) {
    return new TaggedLine(timed, Optional.of(severe), back, Optional.of(says), message, fields);
  }
}
