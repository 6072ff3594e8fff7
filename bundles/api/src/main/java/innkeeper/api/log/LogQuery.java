package innkeeper.api.log;

import java.time.Instant;
import java.util.Optional;

/**
 * A request for lines of a log. Immutable.
 *
 * <p>A position is a place in a log: a file of it, and an offset in bytes. It stays valid while the
 * log is rotated and the file compressed, across restarts of the host, and until the file is
 * deleted. It is opaque; {@code [0-9a-z-]{5,60}}.
 *
 * @param position the beginning of a forward query; the end of a backward query, which returns the
 *     lines before it. "" is the log's beginning or its end
 * @param from only lines of that time or later; empty for any time
 * @param to only lines before that time; empty for any time
 * @param stream only lines of that stream; empty for both streams and for lines of unknown stream
 * @param most the maximum number of lines, 1–10000
 * @param bytes the maximum number of bytes of the lines, 1 to {@link #MOST_BYTES}; a longer line
 *     comes alone. With less than {@link #MOST_BYTES}, a backward query for one stream also ends
 *     after it has read that many bytes in parts of a file that hold both streams
 * @param direction forward returns the oldest matching lines, backward the newest
 */
public record LogQuery(
    String position,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<LogStream> stream,
    int most,
    long bytes,
    Direction direction) {

  /** The highest limit for the bytes of the lines, and the default. */
  public static final long MOST_BYTES = 4 << 20;

  /** The direction in which the lines are counted. */
  public enum Direction {
    /** The first lines from the position on. */
    FORWARD,
    /** The last lines before the position. */
    BACKWARD
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if {@code most} or {@code bytes} is out of range
   */
  public LogQuery {
    if (most < 1 || most > 10_000) {
      throw new IllegalArgumentException("lines=" + most + " is not in 1–10000");
    }
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException("bytes=" + bytes + " is not in 1–" + MOST_BYTES);
    }
  }

  /**
   * Creates a query without a limit of its own for the bytes.
   *
   * @throws IllegalArgumentException if {@code most} is out of range
   */
  public LogQuery(
      String position,
      Optional<Instant> from,
      Optional<Instant> to,
      Optional<LogStream> stream,
      int most,
      Direction direction) {
    this(position, from, to, stream, most, MOST_BYTES, direction);
  }

  /**
   * Returns a query for the newest lines, without bounds of time.
   *
   * @param most the maximum number of lines
   */
  public static LogQuery newest(int most) {
    return before("", most);
  }

  /**
   * Returns a query for the lines before a position, without bounds of time.
   *
   * @param position the end of the lines
   * @param most the maximum number of lines
   */
  public static LogQuery before(String position, int most) {
    return of(position, most, Direction.BACKWARD);
  }

  /**
   * Returns a query for the lines from a position on, without bounds of time.
   *
   * @param position the beginning of the lines
   * @param most the maximum number of lines
   */
  public static LogQuery after(String position, int most) {
    return of(position, most, Direction.FORWARD);
  }

  private static LogQuery of(String position, int most, Direction direction) {
    return new LogQuery(
        position, Optional.empty(), Optional.empty(), Optional.empty(), most, direction);
  }

  /**
   * Returns a copy with bounds of time.
   *
   * @param since the new {@code from}
   * @param until the new {@code to}
   */
  public LogQuery between(Optional<Instant> since, Optional<Instant> until) {
    return new LogQuery(position, since, until, stream, most, bytes, direction);
  }

  /**
   * Returns a copy for one stream.
   *
   * @param one the new {@code stream}
   */
  public LogQuery of(Optional<LogStream> one) {
    return new LogQuery(position, from, to, one, most, bytes, direction);
  }

  /**
   * Returns a copy with another limit for the bytes.
   *
   * @param limit the new {@code bytes}
   */
  public LogQuery within(long limit) {
    return new LogQuery(position, from, to, stream, most, limit, direction);
  }
}
