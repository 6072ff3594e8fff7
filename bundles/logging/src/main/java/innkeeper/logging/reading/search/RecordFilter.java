package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.LineFilter;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Filters new lines by the level of their records. The lines of a record wait until its level is
 * high enough; if it never is, they are discarded when the next record begins.
 */
final class RecordFilter implements LineFilter {

  private final LogRecords records;
  private final LogLevel least;
  private final Predicate<String> matches;
  private final Map<Optional<LogStream>, StreamRecord<Numbered>> open = new HashMap<>();
  private long count;

  private record Numbered(long number, TimedLine line) {}

  RecordFilter(LogRecords records, LogLevel least, Predicate<String> matches) {
    this.records = records;
    this.least = least;
    this.matches = matches;
  }

  @Override
  public List<TimedLine> next(List<TimedLine> lines) {
    List<Numbered> found = new ArrayList<>();
    for (TimedLine line : lines) {
      StreamRecord<Numbered> record =
          open.computeIfAbsent(line.stream(), stream -> new StreamRecord<>(records, least, stream));
      if (!record.continues(line.line())) {
        record.take(found);
        record.begin();
      }
      record.add(line.line());
      if (matches.test(line.line())) {
        record.match(new Numbered(count, line));
      }
      count++;
    }
    open.values().forEach(record -> record.take(found));
    return found.stream()
        .sorted(Comparator.comparingLong(Numbered::number))
        .map(Numbered::line)
        .toList();
  }
}
