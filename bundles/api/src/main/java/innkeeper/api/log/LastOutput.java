package innkeeper.api.log;

import innkeeper.api.record.LogRecords;
import innkeeper.api.record.LogRecords.Cause;
import innkeeper.api.record.LogRecords.Printed;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The last lines that a server printed. A busy stream does not hide the other: each is read back by
 * itself. Immutable.
 *
 * @param lines oldest first; before the newest ones of both streams, further ones of each
 */
public record LastOutput(List<TimedLine> lines) {

  /** The limits for each stream. */
  private static final int MOST = 4000;

  private static final long BYTES = 1 << 20;

  /** The line that replaces lines in a quote. */
  private static final String LEFT_OUT = "…";

  /** Copies the list. */
  public LastOutput {
    lines = List.copyOf(lines);
  }

  /**
   * Reads the last output of a server: of each stream at most 1 MiB and 4,000 lines.
   *
   * @param logs reads the lines
   * @param name of the log
   * @param from only lines of that time or later; empty for any time
   * @param to only lines before that time; empty for any time
   * @throws IOException as {@link Logs#read}
   */
  public static LastOutput read(
      Logs logs, String name, Optional<Instant> from, Optional<Instant> to) throws IOException {
    LogRange newest = logs.read(name, LogQuery.newest(MOST).within(BYTES).between(from, to));
    List<TimedLine> before = new ArrayList<>();
    for (LogStream stream : newest.more() ? LogStream.values() : new LogStream[0]) {
      long left =
          BYTES
              - newest.lines().stream()
                  .filter(line -> line.stream().equals(Optional.of(stream)))
                  .mapToLong(line -> line.line().length() + 1)
                  .sum();
      if (left > 0) {
        LogQuery query = LogQuery.before(newest.next(), MOST).within(left).between(from, to);
        before.addAll(logs.read(name, query.of(Optional.of(stream))).lines());
      }
    }
    before.sort(Comparator.comparing(line -> line.at().orElse(Instant.MIN)));
    return new LastOutput(Stream.concat(before.stream(), newest.lines().stream()).toList());
  }

  /**
   * Finds the record that says why the server ended.
   *
   * @param records finds it
   * @param unexpected whether the end was not wanted
   * @return empty if no line says it
   */
  public Optional<Cause> cause(LogRecords records, boolean unexpected) {
    boolean known = lines.stream().allMatch(line -> line.stream().isPresent());
    List<Printed> printed =
        lines.stream()
            .map(
                line -> new Printed(line.line(), !known || line.stream().get() == LogStream.STDERR))
            .toList();
    return records.cause(printed, unexpected);
  }

  /**
   * Chooses the lines that a person reads first. The first half is the beginning of the record that
   * says why the server ended, after lines before it if the record is short. The second half is the
   * last lines; {@code …} replaces the lines between the halves. Without such a record, the quote
   * is the last lines.
   *
   * @param cause a result of {@link #cause}
   * @param most the maximum number of lines; even
   */
  public List<String> quote(Optional<Cause> cause, int most) {
    List<String> all = lines.stream().map(TimedLine::line).toList();
    if (cause.isEmpty()) {
      return last(all, most);
    }
    List<String> record = cause.get().lines();
    List<String> begin = record.subList(0, Math.min(record.size(), most / 2));
    int at = Collections.lastIndexOfSubList(all, begin);
    if (at < 0) {
      // Lines of the other stream are between these.
      at = Math.max(0, all.lastIndexOf(begin.get(0)));
    }
    List<String> quote = new ArrayList<>(last(all.subList(0, at), most / 2 - begin.size()));
    quote.addAll(begin);
    List<String> rest = all.subList(Math.min(all.size(), at + begin.size()), all.size());
    if (rest.size() > most - quote.size()) {
      quote.add(LEFT_OUT);
    }
    quote.addAll(last(rest, most - quote.size()));
    return List.copyOf(quote);
  }

  private static List<String> last(List<String> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }
}
