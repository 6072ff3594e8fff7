package innkeeper.api.log;

import java.util.List;

/**
 * Lines of a log that a {@link LogQuery} asked for. Immutable.
 *
 * @param lines oldest first
 * @param next the position to go on from in the same direction: after the last line, or before the
 *     first
 * @param more whether there are more such lines in that direction; they were left out because of
 *     {@link LogQuery#most}, or to stay below 4 MiB
 */
public record LogRange(List<TimedLine> lines, String next, boolean more) {

  /** Copies the list. */
  public LogRange {
    lines = List.copyOf(lines);
  }
}
