package innkeeper.api.log;

import innkeeper.api.record.LogLevel;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Searches logs with all their archives, the newest lines first. Each line is redacted with the
 * present rules before it is searched and displayed. So a search does not find a value in an old
 * archive that the present rules hide. A text or pattern is searched in what a terminal shows of a
 * line: without escape sequences, a progress bar as its last state. The logging bundle provides it;
 * the service is away while that bundle is replaced. Safe for many threads.
 */
@ProviderType
public interface LogSearch {

  /** The maximum number of lines that one search finds. */
  int MOST_MATCHES = 10_000;

  /** The maximum number of context lines on each side of a match. */
  int MOST_CONTEXT = 50;

  /** The maximum length of a text or pattern. */
  int LONGEST_PATTERN = 1000;

  /**
   * Searches on threads of its own, at the system's lowest priority. Returns when all files are
   * read, the limit is reached, or the listener throws.
   *
   * @param listener called on the caller's thread
   * @return the progress at the end
   * @throws IllegalArgumentException if a name is not valid for a log, or the pattern has a syntax
   *     error; the message names it and the allowed form
   * @throws IOException if the listener throws it, or a log's directory cannot be read
   * @throws InterruptedException if the caller is interrupted
   */
  Progress search(Query query, Listener listener) throws IOException, InterruptedException;

  /**
   * Returns a filter that applies the same search to future lines, for a reader that follows a log.
   *
   * @param query the query; only its text, pattern and level are used
   * @return a filter for the lines of one log, in their order; for one thread
   * @throws IllegalArgumentException if the pattern has a syntax error
   */
  LineFilter filter(Query query);

  /** A filter for the new lines of a log. */
  @ProviderType
  interface LineFilter {

    /**
     * Adds the next lines.
     *
     * @param lines the lines, redacted, in the order of the log
     * @return the lines that match, in the order of the log: lines of this call, and lines of
     *     earlier calls whose record has reached the level only now
     */
    List<TimedLine> next(List<TimedLine> lines);

    /**
     * Adds the next line, whose stream is not known.
     *
     * @param line the line, redacted, without its line end
     * @return whether the line matches; earlier lines of its record are not named
     */
    default boolean takes(String line) {
      TimedLine timed = new TimedLine("", Optional.empty(), Optional.empty(), false, line);
      return next(List.of(timed)).contains(timed);
    }
  }

  /**
   * A search request. Immutable.
   *
   * @param names names of logs, at least one
   * @param text a text that a line must contain, case-sensitive; "" for any line
   * @param pattern a pattern in the syntax of RE2 that must match within a line; "" for any line
   * @param level only lines of records with at least this level, also those before the line that
   *     shows the level; lines of stdout and stderr are never in one record if their stream is
   *     known
   * @param from only lines of that time or later
   * @param to only lines before that time
   * @param limit the maximum number of lines, 1–10000
   * @param context the number of lines before and after each match, 0–50
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
     * @throws IllegalArgumentException if a value is out of its range
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
     * Returns whether the query has a level, but neither text nor pattern. It then matches all
     * lines of a record with at least that level.
     *
     * @return true if only the level counts
     */
    public boolean byLevelAlone() {
      return level.isPresent() && text.isEmpty() && pattern.isEmpty();
    }
  }

  /**
   * A line that matches. Immutable.
   *
   * @param name of its log
   * @param at when the host read it; empty if the time is not known
   * @param position the position of the line, for {@link Logs#read}
   * @param line its text, redacted; a line of more than 16,384 characters is cut, with a note
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
   * The progress of a search. Immutable.
   *
   * @param readBytes the bytes of files that were read, in their size on disk
   * @param totalBytes the bytes of all files of the search
   * @param files the number of files that were read
   * @param totalFiles the number of all files of the search
   * @param unreadable the number of files that could not be read to their end
   * @param matches the number of lines that were found
   * @param complete whether all files were read
   */
  record Progress(
      long readBytes,
      long totalBytes,
      int files,
      int totalFiles,
      int unreadable,
      int matches,
      boolean complete) {}

  /** Receives the matches, on the thread that searches. It ends the search with an exception. */
  interface Listener {

    /**
     * Receives each line that was found, the newest first.
     *
     * @throws IOException to end the search
     */
    void match(Match match) throws IOException;

    /**
     * Receives the progress, about every 200 ms.
     *
     * @throws IOException to end the search
     */
    void progress(Progress progress) throws IOException;
  }
}
