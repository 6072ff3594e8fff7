package innkeeper.api.record;

import innkeeper.api.json.JsonBody;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a log and the lines that continue it: a stack trace and its exception are one record.
 * Immutable.
 *
 * @param lines at least one, without line ends
 * @param level the severity
 * @param message the text of the message, without the other members of a JSON or logfmt line; for
 *     any other line the whole first line, without terminal escapes
 * @param summary one line about the event: the exception of a stack trace, or the message of
 *     another record
 * @param time the time that the line itself contains; empty if it contains no readable time
 * @param fields the other members of a JSON or logfmt line, in its order; empty for any other line
 */
public record LogRecord(
    List<String> lines,
    LogLevel level,
    String message,
    String summary,
    Optional<Instant> time,
    Map<String, String> fields)
    implements JsonBody {

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
