package innkeeper.logging.reading.search;

/** Finds the lines of a part that match according to their raw bytes, in their order. */
interface MatchedLines {

  /**
   * Returns the offset of the next line that matches.
   *
   * @param end the end of the present block in the buffer
   * @return -1 if no line before {@link #searched} matches any more
   */
  long next(int end);

  /** Returns the end of the lines that were searched; later calls return only lines behind it. */
  long searched();

  /** Ends the search, because no block follows. */
  void finish();
}
