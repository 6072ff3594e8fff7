package innkeeper.api.log;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The JSON form of the end of a log, or of a span of it, for API and command line. Immutable.
 *
 * @param channelId the project's, or {@code main}
 * @param file the active file, relative to DATA_DIR
 * @param lines oldest first, without line ends; unfinished ones last
 * @param truncated whether the log has more lines than one answer may contain
 * @param redactions the number of marks in these lines
 * @param times when the host read each line; only if requested, like all components below
 * @param positions the position of each line; empty for unfinished lines
 * @param streams the stream of each line
 * @param late the indexes in {@code lines} of the lines that were printed while no host ran
 */
@JsonForm(name = "Tail")
public record TailRecord(
    String channelId,
    String file,
    List<String> lines,
    boolean truncated,
    long redactions,
    @JsonForm(value = "When each line came; with times=true, as all below.", empty = Empty.OMITTED)
        Optional<List<Optional<Instant>>> times,
    @JsonForm(value = "Where each line is.", empty = Empty.OMITTED)
        Optional<List<Optional<String>>> positions,
    @JsonForm(value = "Where the server printed each line.", empty = Empty.OMITTED)
        Optional<List<Optional<LogStream>>> streams,
    @JsonForm(
            value = "Indexes of lines that were printed some time before, while no host ran.",
            empty = Empty.OMITTED)
        Optional<List<Integer>> late)
    implements JsonBody {

  private static final String MARK = "[REDACTED]";

  /** Creates a record without times. */
  public TailRecord(
      String channelId, String file, List<String> lines, boolean truncated, long redactions) {
    this(
        channelId,
        file,
        lines,
        truncated,
        redactions,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the record of a tail, without times. */
  public static TailRecord of(String channelId, Logs.Tail tail) {
    return new TailRecord(channelId, tail.file(), tail.all(), tail.truncated(), tail.redactions());
  }

  /** Returns the record of a tail, with times. */
  public static TailRecord timed(String channelId, Logs.Tail tail) {
    LineMarks marks = LineMarks.of(tail.timed(), tail.unfinished().size());
    return new TailRecord(
        channelId,
        tail.file(),
        tail.all(),
        tail.truncated(),
        tail.redactions(),
        Optional.of(marks.times()),
        Optional.of(marks.positions()),
        Optional.of(marks.streams()),
        Optional.of(marks.late()));
  }

  /**
   * Returns the record of a span.
   *
   * @param times whether the record has times
   */
  public static TailRecord of(String channelId, String file, LogRange range, boolean times) {
    List<String> lines = range.lines().stream().map(TimedLine::line).toList();
    Logs.Tail tail =
        new Logs.Tail(
            file,
            lines,
            range.more(),
            lines.stream().mapToLong(TailRecord::redactions).sum(),
            range.next(),
            List.of(),
            List.of(),
            List.of(),
            range.lines());
    return times ? timed(channelId, tail) : of(channelId, tail);
  }

  private static long redactions(String line) {
    long marks = 0;
    for (int at = line.indexOf(MARK); at >= 0; at = line.indexOf(MARK, at + 1)) {
      marks++;
    }
    return marks;
  }
}
