package innkeeper.logging.search;

/** Which lines are looked for. For any thread. */
interface LineMatcher {

  /**
   * A place in the first line that matches.
   *
   * @param from where a line begins
   * @param to where a line ends
   * @return -1 if none matches
   */
  int find(byte[] bytes, int from, int to);

  /** All lines. */
  LineMatcher EVERY = (bytes, from, to) -> from < to ? from : -1;
}
