package innkeeper.logging.reading.search;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The last lines in a part of a file that may match, according to their raw bytes. */
final class Candidates {

  private final long[] offsets;
  private long count;

  /** The first line behind the part; -1 if there is none. */
  private long later = -1;

  private IOException failure;

  /**
   * Creates an empty set of lines.
   *
   * @param most the maximum number of lines that are remembered
   */
  Candidates(int most) {
    this.offsets = new long[most];
  }

  /**
   * Searches the lines that begin in {@code from..to}, and the first one in {@code to..last}.
   *
   * @param from for whole records, any offset; else the beginning of a line
   */
  void find(SearchedFile file, long from, long to, long last) throws IOException {
    SlidingText text = new SlidingText(file.segment(), 0);
    try {
      text.run(
          from,
          last,
          file.cancelled(),
          (begin, end) -> {
            boolean within = file.wholeRecords() && from > 0 && text.base + begin == from;
            int at = within ? text.lineEnd(begin, end) : begin;
            while (at < end) {
              int hit = file.matcher().find(text.bytes, at, end);
              if (hit < 0) {
                return;
              }
              long offset = text.base + text.lineStart(hit, at);
              if (offset >= to) {
                later = later < 0 && offset < last ? offset : later;
                return;
              }
              offsets[(int) (count++ % offsets.length)] = offset;
              at = text.lineEnd(hit, end);
            }
          });
    } catch (NoSuchFileException compressed) {
      throw compressed;
    } catch (IOException e) {
      failure = e; // the bytes before it are searched nevertheless
    }
  }

  boolean isEmpty() {
    return count == 0 && later < 0;
  }

  /** Returns whether more lines were found than are remembered. */
  boolean overflown() {
    return count > offsets.length;
  }

  /** Returns the offset of the first remembered line. */
  long first() {
    return count == 0 ? later : offsets[(int) (overflown() ? count % offsets.length : 0)];
  }

  /** Returns the reason why the rest of the file could not be read; null if it could. */
  IOException failure() {
    return failure;
  }
}
