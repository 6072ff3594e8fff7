package innkeeper.api.log;

import java.time.Instant;
import java.util.Optional;

/**
 * Which lines of a log are to be read. Immutable.
 *
 * <p>A position names a place in a log: a file of it, and a number of bytes from that file's
 * beginning. It stays valid while the log is rotated and the file compressed, over new starts of
 * the host, and until the file is deleted. It is opaque; {@code [0-9a-z-]{5,60}}.
 *
 * @param position forward, where to begin; backward, where to end: the lines before it. "" for the
 *     log's beginning, and its end
 * @param from only lines that came at that time or later; empty for any
 * @param to only lines that came before that time; empty for any
 * @param stream only lines of that stream; empty for both, and lines of unknown stream
 * @param most how many lines at most, 1–10000
 * @param direction forward gives the oldest of these lines, backward the newest
 */
public record LogQuery(
    String position,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<LogStream> stream,
    int most,
    Direction direction) {

  /** From where the lines are counted. */
  public enum Direction {
    /** The first lines from the position on. */
    FORWARD,
    /** The last lines before the position. */
    BACKWARD
  }

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if {@code most} is out of range
   */
  public LogQuery {
    if (most < 1 || most > 10_000) {
      throw new IllegalArgumentException("lines=" + most + " is not in 1–10000");
    }
  }

  /**
   * The newest lines.
   *
   * @param most how many at most
   */
  public static LogQuery newest(int most) {
    return before("", most);
  }

  /**
   * The lines before a position.
   *
   * @param position where they end
   * @param most how many at most
   */
  public static LogQuery before(String position, int most) {
    return of(position, most, Direction.BACKWARD);
  }

  /**
   * The lines from a position on.
   *
   * @param position where they begin
   * @param most how many at most
   */
  public static LogQuery after(String position, int most) {
    return of(position, most, Direction.FORWARD);
  }

  private static LogQuery of(String position, int most, Direction direction) {
    return new LogQuery(
        position, Optional.empty(), Optional.empty(), Optional.empty(), most, direction);
  }

  /**
   * The same within bounds of time.
   *
   * @param since as {@code from}
   * @param until as {@code to}
   */
  public LogQuery between(Optional<Instant> since, Optional<Instant> until) {
    return new LogQuery(position, since, until, stream, most, direction);
  }

  /**
   * The same of one stream.
   *
   * @param one as {@code stream}
   */
  public LogQuery of(Optional<LogStream> one) {
    return new LogQuery(position, from, to, one, most, direction);
  }
}
