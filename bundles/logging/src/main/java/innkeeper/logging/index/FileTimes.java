package innkeeper.logging.index;

import innkeeper.api.log.LogStream;
import java.time.Instant;
import java.util.Optional;

/** The times of the lines of one file of a log, in order of their offsets. */
public interface FileTimes {

  FileTimes NONE = new FileTimes() {};

  /**
   * Returns an id that distinguishes the file from others with the same number; 0 if it is unknown.
   */
  default int id() {
    return 0;
  }

  /**
   * Returns whether the index begins in the middle of the file with another id, because an earlier
   * index was lost.
   */
  default boolean renewed() {
    return false;
  }

  /** Returns an offset; all lines that begin before it came before the time. */
  default long lower(Instant from) {
    return 0;
  }

  /** Returns an offset; all lines that begin at or after it came at the time or later. */
  default long upper(Instant to) {
    return Long.MAX_VALUE;
  }

  /** A part of a file, from an offset up to another. */
  record Part(long from, long to) {}

  /**
   * Returns the last part before an offset in which lines of that stream may begin; {@code 0..0} if
   * none is before it.
   */
  default Part last(LogStream stream, long before) {
    return new Part(0, 0);
  }

  /**
   * Returns the last offset, up to the given one, from which on the streams of lines can be
   * determined.
   */
  default long knownFrom(long offset) {
    return offset;
  }

  Cursor UNKNOWN = (offset, bytes, from, to) -> LineTime.UNKNOWN;

  /** Returns a cursor for lines that are read one after another. */
  default Cursor cursor() {
    return UNKNOWN;
  }

  /** A cursor that moves along with a reader. */
  interface Cursor {
    /**
     * Returns the time of the next line. The first line may begin before the part of the file that
     * the reader reads.
     *
     * @param offset the beginning of the line, or of that part
     * @param bytes contains the line from {@code from} to {@code to}; only its beginning if it is
     *     too long
     */
    LineTime next(long offset, byte[] bytes, int from, int to);
  }

  /** Returns the end of the lines that the index covered when it was read. */
  default long end() {
    return Long.MAX_VALUE;
  }

  /** Returns the time of the line that begins at that offset. */
  default Optional<Instant> at(long offset) {
    return Optional.empty();
  }

  /** Returns the time of the first line whose time is known. */
  default Optional<Instant> first() {
    return Optional.empty();
  }
}
