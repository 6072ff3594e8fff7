package innkeeper.redaction.scan;

import java.util.List;

/** Finds secrets in a line in its own way. */
public interface LineFinder {
  /**
   * Finds the secrets of a line.
   *
   * @param line the line without its end; the finder may change it
   * @param length how many bytes of it count
   * @return pairs of offsets, to exclusive; never null
   */
  List<int[]> find(byte[] line, int length);
}
