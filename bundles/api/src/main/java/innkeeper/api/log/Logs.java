package innkeeper.api.log;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads logs, all of them clean already. A log goes by its name: a project's {@code name}, or
 * {@link #MAIN} for bot.log. Archives belong to the log. Safe for many threads.
 */
@ProviderType
public interface Logs {

  /** bot.log's name; so no project may have it. */
  String MAIN = "main";

  /** Empty when nothing was ever written or captured under that name. */
  Optional<LogStatus> status(String name);

  /**
   * The newest lines, across archives; reads a few blocks only. An archive that cannot be read, or
   * not to its end, is skipped; a line in square brackets says so in its place.
   *
   * @param lines 1–10000
   * @throws UnreadableLogException if the active file is no regular one (a directory, a symlink, a
   *     FIFO), or may not be read
   * @throws IOException if the active file cannot be read for another reason, or too many read logs
   *     at once
   */
  default Tail tail(String name, int lines) throws IOException {
    return tail(name, lines, List.of());
  }

  /**
   * The same, and where among those lines places fall that were told of before.
   *
   * @param places cursors of this log, from a {@link Tail} or a {@link Batch}, however old
   */
  Tail tail(String name, int lines, List<String> places) throws IOException;

  /**
   * Lines from a cursor on, at most {@code lines}, then what comes, until closed. The follower is
   * called on one thread, in order, nothing left out and nothing twice, over rotations too.
   *
   * @param cursor from a {@link Tail} or a {@link Batch}; "" for the end as it is now
   */
  AutoCloseable follow(String name, String cursor, Follower follower) throws IOException;

  /**
   * Archives, then the active file, oldest first, decompressed. A file that cannot be read, or not
   * to its end, is skipped; a line in square brackets says so in its place.
   *
   * @throws UnreadableLogException if nothing of the log can be read; then nothing was written
   * @throws IOException what {@code out} throws
   */
  void copyTo(String name, OutputStream out) throws IOException;

  /** Completes when all that lay in the FIFO at the time of the call is in the log. */
  CompletableFuture<Void> drained(String name);

  /**
   * @param file relative to DATA_DIR
   * @param lines oldest first, without line ends; malformed UTF-8 shown as U+FFFD
   * @param truncated whether lines were left out to stay below 4 MiB
   * @param redactions marks in those lines
   * @param cursor the place after the last line; opaque
   * @param turns where among those lines the log was rotated, oldest first
   * @param after for each place that was asked for, how many of those lines come after it; -1 if it
   *     lies before them all, or in a file that is gone
   */
  record Tail(
      String file,
      List<String> lines,
      boolean truncated,
      long redactions,
      String cursor,
      List<Turn> turns,
      List<Integer> after) {

    /** All of one file. */
    public Tail(
        String file, List<String> lines, boolean truncated, long redactions, String cursor) {
      this(file, lines, truncated, redactions, cursor, List.of(), List.of());
    }
  }

  /**
   * Where one file of a log ends and the next begins.
   *
   * @param line how many of the lines given with it come before
   * @param archive file name of the one that ended
   */
  record Turn(int line, String archive) {}

  /**
   * @param cursor the place after the last line of this batch
   * @param gap whether the cursor asked for could not be found and lines are missing before these
   * @param ended file name of the archive that ended just before these lines; "" for none
   */
  record Batch(List<String> lines, String cursor, boolean gap, String ended) {

    /** In the middle of a file. */
    public Batch(List<String> lines, String cursor, boolean gap) {
      this(lines, cursor, gap, "");
    }
  }

  /** Takes what comes. May block; then only its own stream waits. */
  interface Follower {
    void lines(Batch batch);
  }
}
