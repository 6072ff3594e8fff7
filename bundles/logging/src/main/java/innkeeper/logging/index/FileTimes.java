package innkeeper.logging.index;

import java.time.Instant;
import java.util.Optional;

/** The times of the lines of one file of a log, in order of their offsets. */
public interface FileTimes {

  FileTimes NONE = new FileTimes() {};

  /** Tells the file from others that had its number; 0 if that is not known. */
  default int id() {
    return 0;
  }

  /** Whether it took another id in its middle, because the one it had was lost. */
  default boolean renewed() {
    return false;
  }

  /** All lines that begin before that offset came before the time. */
  default long lower(Instant from) {
    return 0;
  }

  /** All lines that begin at or after that offset came at the time or later. */
  default long upper(Instant to) {
    return Long.MAX_VALUE;
  }

  /** The last offset, up to that one, from which on the streams of lines can be told. */
  default long knownFrom(long offset) {
    return offset;
  }

  Cursor UNKNOWN = (offset, bytes, from, to) -> LineTime.UNKNOWN;

  /** For lines that are read one after another. */
  default Cursor cursor() {
    return UNKNOWN;
  }

  /** Goes along with a reader. */
  interface Cursor {
    /**
     * The next line, or the end of one whose beginning was not read.
     *
     * @param offset where it begins
     * @param bytes hold it from {@code from} to {@code to}, as far as it is not too long
     */
    LineTime next(long offset, byte[] bytes, int from, int to);
  }

  /** Where the lines end that it knew of when it was read. */
  default long end() {
    return Long.MAX_VALUE;
  }

  /** When the line came that begins at that offset. */
  default Optional<Instant> at(long offset) {
    return Optional.empty();
  }

  /** When its first line came whose time is known. */
  default Optional<Instant> first() {
    return Optional.empty();
  }
}
