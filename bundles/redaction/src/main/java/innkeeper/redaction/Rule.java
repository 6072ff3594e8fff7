package innkeeper.redaction;

import innkeeper.redaction.scan.LineFinder;
import java.util.List;

/**
 * One more way to find secrets in a line, beside the built-in ones. It is called on the thread that
 * writes to the stream, with every line, so it has to be quick; several streams may call it at the
 * same time.
 */
public interface Rule extends LineFinder {

  /** A short name that tells this rule from others in logs and reports. */
  String name();

  /**
   * The secrets in a line: pairs of offsets {@code {from, to}}, to exclusive. Pairs outside the
   * line are cut to it.
   *
   * @param line the line's bytes from offset 0, without its line end; neither to be changed nor
   *     kept
   * @param length how many bytes of {@code line} are the line
   * @return pairs in any order, may overlap; empty if there is nothing
   */
  @Override
  List<int[]> find(byte[] line, int length);

  /**
   * Of a line that goes on: the first byte that may begin a secret although {@link #find} does not
   * see it yet. What stands before it is shown while the writer pauses.
   *
   * @return 0 if that cannot be told, {@code length} if find sees all there is
   */
  default int open(byte[] line, int length) {
    return 0;
  }
}
