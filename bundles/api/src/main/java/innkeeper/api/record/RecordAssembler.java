package innkeeper.api.record;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Assembles the lines of one stream to records. Lines of stdout and stderr need separate assemblers
 * if their stream is known. An instance is for one thread.
 */
@ProviderType
public interface RecordAssembler {

  /** The maximum number of lines in one record. */
  int MOST_LINES = 4000;

  /**
   * Returns whether the next line belongs to the present record. The assembler then counts the line
   * as received.
   *
   * @param line without its line end
   * @return false if the line begins a record
   */
  boolean continues(String line);

  /**
   * Adds the next line.
   *
   * @param line without its line end
   * @return the previous record, if this line begins another
   */
  Optional<LogRecord> add(String line);

  /**
   * Ends the present record; no line follows.
   *
   * @return the record; empty if no line came
   */
  Optional<LogRecord> end();
}
