package innkeeper.api.log;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads logs. Every line is redacted already. The name of a log is a project's {@code name}, or
 * {@link #MAIN} for bot.log; its archives belong to it. The logging bundle provides it; the service
 * is away while that bundle is replaced. Safe for many threads. No method returns null. Each method
 * throws {@link IllegalArgumentException} if the name is not valid for a log.
 */
@ProviderType
public interface Logs {

  /** The name of the host's own log, bot.log. No project may have this name. */
  String MAIN = "main";

  /**
   * Returns the size and the counts of one log.
   *
   * @return empty if no line was ever written or captured under that name
   */
  Optional<LogStatus> status(String name);

  /**
   * Returns the newest lines, across archives; it reads only a few blocks. An archive that cannot
   * be read completely is skipped; a line in square brackets reports that in its place.
   *
   * @param lines the maximum number of lines, 1–10000
   * @return the lines; empty if the log does not exist
   * @throws IllegalArgumentException if {@code lines} is outside its range
   * @throws UnreadableLogException if the active file is not a regular file (a directory, a
   *     symlink, a FIFO), or may not be read
   * @throws IOException if the active file cannot be read for another reason
   */
  default Tail tail(String name, int lines) throws IOException {
    return tail(name, lines, List.of());
  }

  /**
   * Returns the same as {@link #tail(String, int)}, and the places of earlier cursors among those
   * lines.
   *
   * @param lines the maximum number of lines, 1–10000
   * @param places cursors of this log, from a {@link Tail} or a {@link Batch}, however old
   * @return the lines, with one number in {@link Tail#after} for each place
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  Tail tail(String name, int lines, List<String> places) throws IOException;

  /**
   * Returns the place behind a log's last whole line, in the form of {@link Tail#cursor}.
   *
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  default String end(String name) throws IOException {
    return tail(name, 1).cursor();
  }

  /**
   * Reads lines with their times, across archives. An archive that cannot be read completely is
   * skipped; a line in square brackets reports that in its place. If the times of a file are lost,
   * its lines come without times. If the query has bounds of time, such lines are returned if the
   * file may lie within the bounds.
   *
   * @return the lines; empty if the log does not exist. Unfinished lines are not included
   * @throws IllegalArgumentException if the text of the position is malformed
   * @throws PositionGoneException if the position's file was deleted
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  LogRange read(String name, LogQuery query) throws IOException;

  /**
   * Finds the position of a time in a log.
   *
   * @return the position of the first line of that time or later; the log's end if no such line
   *     exists
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  String positionAt(String name, Instant time) throws IOException;

  /**
   * Returns the time of the log's oldest line.
   *
   * @return the time of the oldest line whose time is known; empty if no such line exists
   * @throws IOException as {@link #tail(String, int)}
   */
  Optional<Instant> oldest(String name) throws IOException;

  /**
   * Passes all lines from a cursor on to a follower, then each new line, until closed. The lines
   * come in order, without gaps and duplicates, also across rotations.
   *
   * @param cursor a cursor from a {@link Tail} or a {@link Batch}, or a position from {@link
   *     #read}; "" for the present end
   * @param follower called on one thread that this call starts
   * @return ends the following when closed; a second close has no effect
   * @throws IOException if the log cannot be read, or the system provides no thread
   */
  AutoCloseable follow(String name, String cursor, Follower follower) throws IOException;

  /**
   * Writes the archives, then the active file, oldest first, decompressed. A file that cannot be
   * read completely is skipped; a line in square brackets reports that in its place.
   *
   * @param out the target; it is not closed
   * @throws UnreadableLogException if no file of the log can be read; then no byte was written
   * @throws IOException if {@code out} throws it
   */
  void copyTo(String name, OutputStream out) throws IOException;

  /**
   * Waits for output that a server wrote and the host has not read yet.
   *
   * @return completes when the log contains all bytes that the server's FIFO held at the time of
   *     the call; at once if no output is captured under that name
   */
  CompletableFuture<Void> drained(String name);

  /**
   * The newest lines of a log.
   *
   * @param file the active file, relative to DATA_DIR
   * @param lines oldest first, without line ends; malformed UTF-8 is replaced by U+FFFD
   * @param truncated whether lines were left out to stay below 4 MiB
   * @param redactions the number of marks in those lines
   * @param cursor the place after the last line; opaque
   * @param turns the places of rotations among those lines, oldest first
   * @param after for each requested place, the number of those lines that come after it; -1 if it
   *     lies before all of them, or its file was deleted
   * @param unfinished the lines that the server has begun and not ended, at most one of stdout and
   *     one of stderr; the file does not contain them yet, and they come again when they are whole
   * @param timed the lines with their times, one for each of {@code lines}
   */
  record Tail(
      String file,
      List<String> lines,
      boolean truncated,
      long redactions,
      String cursor,
      List<Turn> turns,
      List<Integer> after,
      List<String> unfinished,
      List<TimedLine> timed) {

    /** Creates a tail without unfinished lines. */
    public Tail(
        String file,
        List<String> lines,
        boolean truncated,
        long redactions,
        String cursor,
        List<Turn> turns,
        List<Integer> after) {
      this(
          file,
          lines,
          truncated,
          redactions,
          cursor,
          turns,
          after,
          List.of(),
          Batch.untimed(lines));
    }

    /**
     * Returns all lines, for a reader that does not continue from the cursor.
     *
     * @return the lines, and the unfinished ones behind them
     */
    public List<String> all() {
      return Stream.concat(lines.stream(), unfinished.stream()).toList();
    }

    /**
     * Returns a copy with other unfinished lines.
     *
     * @param shown the new value of {@code unfinished}
     */
    public Tail withUnfinished(List<String> shown) {
      return new Tail(file, lines, truncated, redactions, cursor, turns, after, shown, timed);
    }

    /** Creates a tail of one file, without rotations and places. */
    public Tail(
        String file, List<String> lines, boolean truncated, long redactions, String cursor) {
      this(file, lines, truncated, redactions, cursor, List.of(), List.of());
    }
  }

  /**
   * A rotation: the place where one file of a log ends and the next begins.
   *
   * @param line the number of lines before the rotation, among the lines that come with it
   * @param archive the file name of the file that ended
   */
  record Turn(int line, String archive) {}

  /**
   * The lines that a {@link Follower} gets in one call.
   *
   * @param lines oldest first, without line ends; empty if only the cursor moved
   * @param cursor the place after the last line of this batch; opaque
   * @param gap whether the requested cursor could not be found, so that lines are missing before
   *     these
   * @param ended file name of the archive that ended just before these lines; "" if no archive
   *     ended
   * @param timed the same lines with their times, one for each
   */
  record Batch(
      List<String> lines, String cursor, boolean gap, String ended, List<TimedLine> timed) {

    /** Creates a batch from the middle of a file. */
    public Batch(List<String> lines, String cursor, boolean gap) {
      this(lines, cursor, gap, "", untimed(lines));
    }

    /** Creates a batch of lines whose times are not known. */
    public Batch(List<String> lines, String cursor, boolean gap, String ended) {
      this(lines, cursor, gap, ended, untimed(lines));
    }

    private static List<TimedLine> untimed(List<String> lines) {
      return lines.stream()
          .map(line -> new TimedLine("", Optional.empty(), Optional.empty(), false, line))
          .toList();
    }
  }

  /** Receives the lines of {@link #follow}. A call may block; then only its own stream waits. */
  interface Follower {

    /**
     * Receives one batch. Two threads never call it at once.
     *
     * @param batch the next lines; never null
     */
    void lines(Batch batch);

    /**
     * Receives the lines that the server has begun and not ended, when they change, on the same
     * thread. Each line comes again in a batch when it is whole.
     *
     * @param unfinished at most one line of stdout and one of stderr; empty if no line is
     *     unfinished now
     */
    default void unfinished(List<String> unfinished) {}
  }
}
