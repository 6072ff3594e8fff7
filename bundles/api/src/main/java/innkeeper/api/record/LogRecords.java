package innkeeper.api.record;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Separates the records of a log, and finds their levels. The logging bundle provides it; the
 * service is away while that bundle is replaced. Safe for many threads. No method returns null.
 */
@ProviderType
public interface LogRecords {

  /**
   * Returns a new assembler for the lines of one stream.
   *
   * @param stderr whether the stream is standard error, on which lines without a mark after an
   *     uncaught exception belong to its message
   * @return an assembler that has not received a line
   */
  RecordAssembler assembler(boolean stderr);

  /** Returns a new assembler for lines whose stream is not known. */
  default RecordAssembler assembler() {
    return assembler(false);
  }

  /**
   * Returns the highest level that a line can give to the record that contains it. Each warning and
   * each error has a line with at least its level, so that a search can skip other lines.
   *
   * @param line without its line end
   * @return {@link LogLevel#INFO} if the line says nothing about a level
   */
  LogLevel level(String line);

  /**
   * Reads lines that are one record.
   *
   * @param lines at least one, without line ends
   */
  LogRecord read(List<String> lines);

  /**
   * Finds the record that says why a process ended: the last error, without those that only report
   * a consequence of an earlier one. Lines of stdout and stderr are never in one record.
   *
   * @param lines the last lines that the process printed, oldest first
   * @param unexpected whether its end was not wanted; without an error, the last record on stderr
   *     then counts
   * @return empty if no line says it
   */
  Optional<Cause> cause(List<Printed> lines, boolean unexpected);

  /**
   * A line that a process printed. Immutable.
   *
   * @param line without its line end
   * @param stderr whether it came on stderr; true for all lines if the streams are not known, which
   *     then count as one
   */
  record Printed(String line, boolean stderr) {}

  /**
   * The record that says why a process ended. Immutable.
   *
   * @param text one line: the outermost message and, if it differs, the innermost after {@code ",
   *     caused by "}; not empty
   * @param lines of the record, oldest first; at least one
   */
  record Cause(String text, List<String> lines) {}
}
