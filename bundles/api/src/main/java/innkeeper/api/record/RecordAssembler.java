package innkeeper.api.record;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Puts the lines of one stream together to records. Lines of stdout and stderr need an assembler
 * each where it is known which is which. For one thread.
 */
@ProviderType
public interface RecordAssembler {

  /** More lines than this are never one record. */
  int MOST_LINES = 1000;

  /**
   * Whether the next line belongs to the record that the lines before it began. The line counts as
   * taken.
   *
   * @param line without its line end
   * @return false if the line begins a record
   */
  boolean continues(String line);

  /**
   * Takes the next line.
   *
   * @param line without its line end
   * @return the record before, if this line begins another
   */
  Optional<LogRecord> add(String line);

  /**
   * Ends the record that is open: nothing more comes.
   *
   * @return the record; empty if there is none
   */
  Optional<LogRecord> end();
}
