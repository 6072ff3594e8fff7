package innkeeper.api.record;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Tells records of a log apart, and how grave they are. Provided by the logging bundle; the service
 * is away while that bundle is replaced. Safe for many threads. No method returns null.
 */
@ProviderType
public interface LogRecords {

  /**
   * A new assembler for the lines of one stream.
   *
   * @return before its first line
   */
  RecordAssembler assembler();

  /**
   * The level of a line that begins a record.
   *
   * @param line without its line end
   * @return {@link LogLevel#INFO} if it tells none
   */
  LogLevel level(String line);

  /**
   * Reads lines that are one record.
   *
   * @param lines at least one, without line ends
   */
  LogRecord read(List<String> lines);
}
