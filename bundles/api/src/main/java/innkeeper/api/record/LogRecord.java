package innkeeper.api.record;

import innkeeper.api.json.JsonBody;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a log and the lines that continue it: a stack trace with its exception is one record.
 * Immutable.
 *
 * @param lines at least one, without line ends
 * @param level how grave it is
 * @param message what it says, without what a JSON or logfmt line says beside it: of another line
 *     the whole first line, without terminal escapes
 * @param summary one line that says what happened: of a stack trace its exception, of another
 *     record its message
 * @param time that the line itself tells; empty if it tells none, or none that can be read
 * @param fields the other members of a JSON or logfmt line, in its order; empty for another line
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
