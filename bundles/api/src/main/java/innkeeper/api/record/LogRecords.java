package innkeeper.api.record;

import java.util.List;
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
   * @return an assembler that has not received a line
   */
  RecordAssembler assembler();

  /**
   * Returns the level of a line that begins a record.
   *
   * @param line without its line end
   * @return {@link LogLevel#INFO} if the line contains no level
   */
  LogLevel level(String line);

  /**
   * Reads lines that are one record.
   *
   * @param lines at least one, without line ends
   */
  LogRecord read(List<String> lines);
}
