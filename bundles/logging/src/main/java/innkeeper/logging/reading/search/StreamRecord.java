package innkeeper.logging.reading.search;

import innkeeper.api.log.LogStream;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The present record of one stream, and its lines that match if its level is high enough.
 *
 * @param <T> a line that matches
 */
final class StreamRecord<T> {

  /** The maximum size of a record, beside the maximum number of its lines. */
  static final int MOST_BYTES = 512 * 1024;

  private final LogRecords records;
  private final LogLevel least;
  private final boolean stderr;
  private final List<String> lines = new ArrayList<>();
  private final List<T> waiting = new ArrayList<>();
  private RecordAssembler assembler;
  private int chars;

  /** The number of lines whose own levels are known. */
  private int checked;

  /** Whether one of these lines can give the level to the record. */
  private boolean possible;

  private boolean enough;

  StreamRecord(LogRecords records, LogLevel least, Optional<LogStream> stream) {
    this.records = records;
    this.least = least;
    this.stderr = stream.equals(Optional.of(LogStream.STDERR));
    this.assembler = records.assembler(stderr);
  }

  /**
   * Returns whether the next line belongs to the record. If not, {@link #begin} has to follow, and
   * in each case {@link #add}.
   */
  boolean continues(String line) {
    if (chars + line.length() > MOST_BYTES) {
      assembler = records.assembler(stderr);
    }
    return assembler.continues(line);
  }

  /** Forgets the lines, because the next one begins a record. */
  void begin() {
    lines.clear();
    waiting.clear();
    chars = 0;
    checked = 0;
    possible = false;
    enough = false;
  }

  void add(String line) {
    lines.add(line);
    chars += line.length();
  }

  /** Sets that one of the lines can give the level to the record, so that no line is checked. */
  void possible() {
    possible = true;
  }

  /** Sets that the last line matches if the level of the record is high enough. */
  void match(T line) {
    waiting.add(line);
  }

  /** Returns whether lines wait for the level of the record. */
  boolean waits() {
    return !waiting.isEmpty();
  }

  /** Moves the matches to a collection, if the level of the record so far is high enough. */
  void take(Collection<? super T> to) {
    if (!waiting.isEmpty() && enough()) {
      to.addAll(waiting);
      waiting.clear();
    }
  }

  private boolean enough() {
    if (!enough && checked < lines.size()) {
      while (checked < lines.size() && !possible) {
        possible = high(records.level(lines.get(checked)));
        checked++;
      }
      checked = lines.size();
      enough = possible && high(records.read(lines).level());
    }
    return enough;
  }

  private boolean high(LogLevel level) {
    return level.compareTo(least) >= 0;
  }
}
