package innkeeper.redaction.scan;

import innkeeper.redaction.prefilter.GramHits;

/**
 * A line to be scanned, without its end: {@code b[from, to)}.
 *
 * @param whole whether it ends there; else it goes on
 * @param cut whether it ends only because its writer ended
 * @param first where to begin to look for triggers
 * @param hits what the prefilter found in these bytes; null if it has not seen them
 */
public record ScannedLine(
    byte[] b, int from, int to, boolean whole, boolean cut, int first, GramHits hits) {
  /** One that the prefilter has seen, from {@code first} on. */
  public static ScannedLine seen(byte[] b, LineBounds line, int first, GramHits hits) {
    return new ScannedLine(b, line.from, line.to, true, false, first, hits);
  }

  public static ScannedLine unseen(byte[] b, int from, int to, boolean cut) {
    return new ScannedLine(b, from, to, true, cut, from, null);
  }

  /** The same of the beginning of a line. */
  public static ScannedLine open(byte[] b, int to) {
    return new ScannedLine(b, 0, to, false, false, 0, null);
  }
}
