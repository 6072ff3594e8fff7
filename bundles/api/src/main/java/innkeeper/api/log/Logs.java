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
 * Reads logs. Every line is redacted already. A log is named by a project's {@code name}, or by
 * {@link #MAIN} for bot.log; its archives belong to it. Provided by the logging bundle; the service
 * is away while that bundle is replaced. Safe for many threads. No method returns null; each throws
 * {@link IllegalArgumentException} for a name that no log can have.
 */
@ProviderType
public interface Logs {

  /** The name of the host's own log, bot.log. No project may have it. */
  String MAIN = "main";

  /**
   * Size and counts of one log.
   *
   * @return empty when nothing was ever written or captured under that name
   */
  Optional<LogStatus> status(String name);

  /**
   * The newest lines, across archives; reads a few blocks only. An archive that cannot be read, or
   * not to its end, is skipped; a line in square brackets says so in its place.
   *
   * @param lines how many at most, 1–10000
   * @return the lines; none for a log that does not exist
   * @throws IllegalArgumentException if {@code lines} is outside its range
   * @throws UnreadableLogException if the active file is no regular one (a directory, a symlink, a
   *     FIFO), or may not be read
   * @throws IOException if the active file cannot be read for another reason, or too many read logs
   *     at once
   */
  default Tail tail(String name, int lines) throws IOException {
    return tail(name, lines, List.of());
  }

  /**
   * As {@link #tail(String, int)}, and where among those lines earlier cursors point.
   *
   * @param lines how many at most, 1–10000
   * @param places cursors of this log, from a {@link Tail} or a {@link Batch}, however old
   * @return the lines, with one number in {@link Tail#after} for each place
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  Tail tail(String name, int lines, List<String> places) throws IOException;

  /**
   * The place behind a log's last whole line, as {@link Tail#cursor} tells it. While the log is
   * written to, neither its file nor the folder is read for it.
   *
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  default String end(String name) throws IOException {
    return tail(name, 1).cursor();
  }

  /**
   * Lines with their times, across archives. An archive that cannot be read, or not to its end, is
   * skipped; a line in square brackets says so in its place. Of a file whose times are lost the
   * lines have none; with bounds of time they are given if the file may lie within the bounds.
   *
   * @return the lines; none for a log that does not exist. Unfinished lines are not among them
   * @throws IllegalArgumentException if the position is no text of a position
   * @throws PositionGoneException if the file that the position is in was deleted
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  LogRange read(String name, LogQuery query) throws IOException;

  /**
   * Where a time is in a log.
   *
   * @return the position of the first line that came then or later; the log's end if none did
   * @throws UnreadableLogException as {@link #tail(String, int)}
   * @throws IOException as {@link #tail(String, int)}
   */
  String positionAt(String name, Instant time) throws IOException;

  /**
   * How far back the log goes.
   *
   * @return when the oldest line came whose time is known; empty if there is none
   * @throws IOException as {@link #tail(String, int)}
   */
  Optional<Instant> oldest(String name) throws IOException;

  /**
   * Passes on all lines from a cursor on, then what is written, until closed: in order, nothing
   * left out and nothing twice, over rotations too.
   *
   * @param cursor from a {@link Tail} or a {@link Batch}, or a position from {@link #read}; "" for
   *     the end as it is now
   * @param follower called on one thread that this call starts
   * @return ends the following when closed; closing twice has no effect
   * @throws IOException if the log cannot be read, or the system gives no thread
   */
  AutoCloseable follow(String name, String cursor, Follower follower) throws IOException;

  /**
   * Archives, then the active file, oldest first, decompressed. A file that cannot be read, or not
   * to its end, is skipped; a line in square brackets says so in its place.
   *
   * @param out gets the bytes; it is not closed
   * @throws UnreadableLogException if nothing of the log can be read; then nothing was written
   * @throws IOException what {@code out} throws
   */
  void copyTo(String name, OutputStream out) throws IOException;

  /**
   * Waits for output that a server wrote and the host has not read yet.
   *
   * @return completes when all that lay in the server's FIFO at the time of the call is in the log;
   *     at once if nothing is captured under that name
   */
  CompletableFuture<Void> drained(String name);

  /**
   * The newest lines of a log.
   *
   * @param file the active file, relative to DATA_DIR
   * @param lines oldest first, without line ends; malformed UTF-8 shown as U+FFFD
   * @param truncated whether lines were left out to stay below 4 MiB
   * @param redactions marks in those lines
   * @param cursor the place after the last line; opaque
   * @param turns where among those lines the log was rotated, oldest first
   * @param after for each place that was asked for, how many of those lines come after it; -1 if it
   *     lies before them all, or in a file that is gone
   * @param unfinished what the server has printed of lines that it has not ended, at most one of
   *     stdout and one of stderr; they are not in the file yet, and come again when they are whole
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

    /** Lines without unfinished ones. */
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
     * For a reader that does not go on from the cursor.
     *
     * @return the lines, and the unfinished ones behind them
     */
    public List<String> all() {
      return Stream.concat(lines.stream(), unfinished.stream()).toList();
    }

    /**
     * The same lines with these unfinished ones.
     *
     * @param shown as the component
     */
    public Tail withUnfinished(List<String> shown) {
      return new Tail(file, lines, truncated, redactions, cursor, turns, after, shown, timed);
    }

    /** Lines of one file, without rotations and places. */
    public Tail(
        String file, List<String> lines, boolean truncated, long redactions, String cursor) {
      this(file, lines, truncated, redactions, cursor, List.of(), List.of());
    }
  }

  /**
   * Where one file of a log ends and the next begins: a rotation.
   *
   * @param line how many of the lines given with it come before
   * @param archive file name of the one that ended
   */
  record Turn(int line, String archive) {}

  /**
   * Lines that a {@link Follower} gets in one call.
   *
   * @param lines oldest first, without line ends; empty if only the cursor moved
   * @param cursor the place after the last line of this batch; opaque
   * @param gap whether the cursor asked for could not be found and lines are missing before these
   * @param ended file name of the archive that ended just before these lines; "" for none
   * @param timed the same lines with their times, one for each
   */
  record Batch(
      List<String> lines, String cursor, boolean gap, String ended, List<TimedLine> timed) {

    /** Lines from the middle of a file. */
    public Batch(List<String> lines, String cursor, boolean gap) {
      this(lines, cursor, gap, "", untimed(lines));
    }

    /** Lines whose times are not known. */
    public Batch(List<String> lines, String cursor, boolean gap, String ended) {
      this(lines, cursor, gap, ended, untimed(lines));
    }

    private static List<TimedLine> untimed(List<String> lines) {
      return lines.stream()
          .map(line -> new TimedLine("", Optional.empty(), Optional.empty(), false, line))
          .toList();
    }
  }

  /** Takes the lines of {@link #follow}. It may block; then only its own stream waits. */
  interface Follower {

    /**
     * Called for each batch, never by two threads at once.
     *
     * @param batch the next lines; never null
     */
    void lines(Batch batch);

    /**
     * Called when what the server has printed of lines that it has not ended is another than
     * before, on the same thread. The lines come again, whole, in a batch.
     *
     * @param unfinished at most one line of stdout and one of stderr; empty if there is none now
     */
    default void unfinished(List<String> unfinished) {}
  }
}
