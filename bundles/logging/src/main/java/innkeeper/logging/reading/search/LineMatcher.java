package innkeeper.logging.reading.search;

/** A test for the lines that match. Safe for many threads. */
interface LineMatcher {

  /**
   * Returns a place in the first line that matches.
   *
   * @param from the beginning of a line
   * @param to the end of a line
   * @return -1 if no line matches
   */
  int find(byte[] bytes, int from, int to);

  /** Matches all lines. */
  LineMatcher EVERY = (bytes, from, to) -> from < to ? from : -1;
}
