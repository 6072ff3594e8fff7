package innkeeper.logging.search;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The last lines of a part of a file that may match, by its bytes as they lie there. */
final class Candidates {

  private final long[] offsets;
  private long count;
  private IOException failure;

  /**
   * @param most so many lines are remembered
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
      failure = e; // what lies before it is searched
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether there are more than are remembered. */
  boolean overflown() {
    return count > offsets.length;
  }

  /** Where the first of those remembered begins. */
  long first() {
    return offsets[(int) (overflown() ? count % offsets.length : 0)];
  }

  /** Why the rest of the file could not be read; null if it could. */
  IOException failure() {
    return failure;
  }
}
