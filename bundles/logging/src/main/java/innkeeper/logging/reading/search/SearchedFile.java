package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.reading.lines.Segment;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One file of a log, and the query for it.
 *
 * @param log the name of the log
 * @param cancelled returns whether the caller does not wait for an answer any more; called often
 */
record SearchedFile(
    String log,
    Segment segment,
    FileTimes times,
    Query query,
    LineMatcher matcher,
    LogRecords records,
    LogRedaction redaction,
    BooleanSupplier cancelled) {

  /** Returns the level that records must have; empty if each record has it. */
  Optional<LogLevel> least() {
    return query.level().filter(level -> level != LogLevel.DEBUG);
  }

  /** Returns whether all lines of a record with the level match. */
  boolean wholeRecords() {
    return query.byLevelAlone() && least().isPresent();
  }
}
