package innkeeper.shell.log;

import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogStream;
import innkeeper.api.record.LogLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which lines of which logs are asked for.
 *
 * @param pattern "" for any
 * @param most how many lines, the newest; empty for all
 * @param context how many lines around each that is found
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

  /** Whether the lines are searched for, not just read. */
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
