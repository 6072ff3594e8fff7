package innkeeper.api.log;

import innkeeper.api.record.LogLevel;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Searches logs with all their archives, the newest lines first. Only what today's rules leave of a
 * line can be found and is shown: a value that lies in an old archive and would be hidden today is
 * not found. Provided by the logging bundle; the service is away while that bundle is replaced.
 * Safe for many threads.
 */
@ProviderType
public interface LogSearch {

  /** More lines are never found in one search. */
  int MOST_MATCHES = 10_000;

  /** More lines are never shown beside a match, on each side. */
  int MOST_CONTEXT = 50;

  /** A longer text or pattern is refused. */
  int LONGEST_PATTERN = 1000;

  /**
   * Searches on threads of its own, at the system's lowest priority. Returns when all was read, the
   * limit is reached, or the listener throws.
   *
   * @param listener called on the caller's thread
   * @return how far it came
   * @throws IllegalArgumentException if a name is none a log can have, or the pattern cannot be
   *     read; the message names it and what is allowed
   * @throws IOException what the listener throws, or if a log's directory cannot be read
   * @throws InterruptedException if the caller is interrupted
   */
  Progress search(Query query, Listener listener) throws IOException, InterruptedException;

  /**
   * The same look at lines that are still to come, for whoever follows a log.
   *
   * @param query text, pattern and level count
   * @return for the lines of one log, in their order; for one thread
   * @throws IllegalArgumentException if the pattern cannot be read
   */
  LineFilter filter(Query query);

  /** Whether a line of a log is one of those looked for. */
  interface LineFilter {

    /**
     * Takes the next line.
     *
     * @param line redacted, without its line end
     * @return whether it is looked for
     */
    boolean takes(String line);
  }

  /**
   * What is looked for. Immutable.
   *
   * @param names of logs, at least one
   * @param text that a line must contain, case and all; "" for any
   * @param pattern that must match within a line, in the syntax of RE2; "" for any
   * @param level only lines of records that are at least so grave
   * @param from only lines that came at that time or later
   * @param to only lines that came before that time
   * @param limit how many lines at most, 1–10000
   * @param context how many lines before and after each, 0–50
   */
  record Query(
      List<String> names,
      String text,
      String pattern,
      Optional<LogLevel> level,
      Optional<Instant> from,
      Optional<Instant> to,
      int limit,
      int context) {

    /**
     * Checks numbers and lengths.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public Query {
      names = List.copyOf(names);
      if (limit < 1 || limit > MOST_MATCHES) {
        throw new IllegalArgumentException("limit=" + limit + " is not in 1–" + MOST_MATCHES);
      }
      if (context < 0 || context > MOST_CONTEXT) {
        throw new IllegalArgumentException("context=" + context + " is not in 0–" + MOST_CONTEXT);
      }
      if (Math.max(text.length(), pattern.length()) > LONGEST_PATTERN) {
        throw new IllegalArgumentException(
            "what is searched for has over " + LONGEST_PATTERN + " characters");
      }
      if (text.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("a search is within one line; leave the line end out");
      }
    }

    /**
     * Whether neither text nor pattern is given: then all lines of a record that is grave enough
     * are looked for.
     *
     * @return true if only the level counts
     */
    public boolean byLevelAlone() {
      return level.isPresent() && text.isEmpty() && pattern.isEmpty();
    }
  }

  /**
   * A line that was found. Immutable.
   *
   * @param name of its log
   * @param at when it came; empty if that is not known
   * @param position of the line, for {@link Logs#read}
   * @param line its text, redacted; at most 16,384 characters
   * @param before the lines before it, oldest first
   * @param after the lines after it, oldest first
   */
  record Match(
      String name,
      Optional<Instant> at,
      String position,
      String line,
      List<String> before,
      List<String> after) {}

  /**
   * How far a search has come. Immutable.
   *
   * @param readBytes of files, as they lie on the disk
   * @param totalBytes of all files to be read
   * @param files how many were read
   * @param totalFiles how many are to be read
   * @param unreadable how many could not be read to their end
   * @param matches how many lines were found
   * @param complete whether all was read
   */
  record Progress(
      long readBytes,
      long totalBytes,
      int files,
      int totalFiles,
      int unreadable,
      int matches,
      boolean complete) {}

  /** Takes what is found, on the thread that searches. It ends the search by throwing. */
  interface Listener {

    /**
     * Called for each line that is found, the newest first.
     *
     * @throws IOException to end the search
     */
    void match(Match match) throws IOException;

    /**
     * Called every 200 ms or so.
     *
     * @throws IOException to end the search
     */
    void progress(Progress progress) throws IOException;
  }
}
