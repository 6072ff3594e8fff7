package innkeeper.admin.record;

import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the record to which each line of a log belongs. Lines of stdout and stderr are kept apart
 * if their stream is known. The open records are remembered from one call to the next. For use by
 * one thread.
 */
public final class RecordTagger {

  private final Optional<LogRecords> records;
  private final Map<Optional<LogStream>, Open> open = new HashMap<>();
  private int count;

  /** The record that is open in a stream. */
  private static final class Open {
    private final RecordAssembler assembler;
    private final List<String> lines = new ArrayList<>();
    private LogLevel level = LogLevel.INFO;
    private int first;

    /** The index of its last line among the lines of this call; -1 if it has none among them. */
    private int last = -1;

    Open(RecordAssembler assembler) {
      this.assembler = assembler;
    }
  }

  /**
   * Creates a tagger without open records.
   *
   * @param records empty while the logging bundle is away; lines then get no record
   */
  public RecordTagger(Optional<LogRecords> records) {
    this.records = records;
  }

  /** Assigns the next lines to records. Returns them in the same order. */
  public List<TaggedLine> tag(List<TimedLine> lines) {
    if (records.isEmpty()) {
      return lines.stream().map(TaggedLine::unknown).toList();
    }
    List<TaggedLine> tagged = new ArrayList<>(lines.size());
    for (TimedLine line : lines) {
      Open record = open.computeIfAbsent(line.stream(), this::begin);
      tagged.add(
          record.assembler.continues(line.line())
              ? more(record, line)
              : begin(record, line, tagged));
      record.last = tagged.size() - 1;
      count++;
    }
    for (Open record : open.values()) {
      close(record, tagged);
    }
    return tagged;
  }

  private Open begin(Optional<LogStream> stream) {
    boolean stderr = stream.equals(Optional.of(LogStream.STDERR));
    return new Open(records.orElseThrow().assembler(stderr));
  }

  private TaggedLine begin(Open record, TimedLine line, List<TaggedLine> tagged) {
    close(record, tagged);
    record.lines.clear();
    record.lines.add(line.line());
    record.first = count;
    LogRecord read = records.get().read(record.lines);
    record.level = read.level();
    boolean structured = !read.fields().isEmpty() || line.line().strip().startsWith("{");
    Optional<String> message =
        Optional.of(read.message()).filter(text -> structured && !text.equals(line.line()));
    return new TaggedLine(
        line,
        Optional.of(record.level),
        0,
        Optional.empty(),
        message,
        Optional.of(read.fields()).filter(fields -> !fields.isEmpty()));
  }

  private TaggedLine more(Open record, TimedLine line) {
    record.lines.add(line.line());
    return new TaggedLine(
        line,
        Optional.of(record.level),
        count - record.first,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Writes level and summary of a record of several lines to its last line, as far as the record
   * has come.
   */
  private void close(Open record, List<TaggedLine> tagged) {
    if (record.last >= 0 && record.lines.size() > 1) {
      LogRecord read = records.get().read(record.lines);
      record.level = read.level();
      tagged.set(record.last, tagged.get(record.last).of(read.level(), read.summary()));
    }
    record.last = -1;
  }
}
