package innkeeper.shell.log;

import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogStream;
import innkeeper.api.record.LogLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The selected lines of the selected logs.
 *
 * @param pattern the pattern; "" selects all lines
 * @param most the number of newest lines; empty for all
 * @param context the number of lines around each match
 */
public record LogSelection(
    List<LogSource> logs,
    Optional<Instant> from,
    Optional<Instant> to,
    String pattern,
    Optional<LogLevel> level,
    Optional<LogStream> stream,
    Optional<Integer> most,
    int context) {

  /** Returns the selection of all lines of one log. */
  static LogSelection all(LogSource log) {
    return new LogSelection(
        List.of(log),
        Optional.empty(),
        Optional.empty(),
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  /** Returns whether the lines come from a search, not from plain reading. */
  boolean searched() {
    return !pattern.isEmpty() || level.isPresent();
  }

  LogSearch.Query query() {
    return new LogSearch.Query(
        logs.stream().map(LogSource::name).toList(),
        "",
        pattern,
        level,
        from,
        to,
        Math.max(1, most.orElse(LogSearch.MOST_MATCHES)),
        context);
  }
}
