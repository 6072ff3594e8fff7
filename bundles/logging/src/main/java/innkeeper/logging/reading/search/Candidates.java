package innkeeper.logging.reading.search;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The last lines in a part of a file that may match, according to their raw bytes. */
final class Candidates {

  private final long[] offsets;
  private long count;
  private IOException failure;

  /**
   * Creates an empty set of lines.
   *
   * @param most the maximum number of lines that are remembered
   */
  Candidates(int most) {
    this.offsets = new long[most];
  }

  void find(SearchedFile file, long from, long to) throws IOException {
    SlidingText text = new SlidingText(file.segment(), 0);
    try {
      text.run(
          from,
          to,
          file.cancelled(),
          (begin, end) -> {
            int at = begin;
            while (at < end) {
              int hit = file.matcher().find(text.bytes, at, end);
              if (hit < 0) {
                return;
              }
              long offset = text.base + text.lineStart(hit, at);
              if (offset >= to) {
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
    return count == 0;
  }

  /** Returns whether more lines were found than are remembered. */
  boolean overflown() {
    return count > offsets.length;
  }

  /** Returns the offset of the first remembered line. */
  long first() {
    return offsets[(int) (overflown() ? count % offsets.length : 0)];
  }

  /** Returns the reason why the rest of the file could not be read; null if it could. */
  IOException failure() {
    return failure;
  }
}
