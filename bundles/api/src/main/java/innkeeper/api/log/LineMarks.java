package innkeeper.api.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of lines besides their text, a list of each. Immutable.
 *
 * @param times when each came
 * @param positions where each begins
 * @param streams where the server printed each
 * @param late the places of those that were printed while no host ran
 */
public record LineMarks(
    List<Optional<Instant>> times,
    List<Optional<String>> positions,
    List<Optional<LogStream>> streams,
    List<Integer> late) {

  /**
   * Takes the lines apart.
   *
   * @param lines oldest first
   * @param unfinished how many unfinished ones follow, of which nothing is known
   */
  public static LineMarks of(List<TimedLine> lines, int unfinished) {
    int size = lines.size() + unfinished;
    List<Optional<Instant>> times = new ArrayList<>(size);
    List<Optional<String>> positions = new ArrayList<>(size);
    List<Optional<LogStream>> streams = new ArrayList<>(size);
    List<Integer> late = new ArrayList<>();
    for (TimedLine line : lines) {
      if (line.late()) {
        late.add(times.size());
      }
      times.add(line.at());
      positions.add(Optional.of(line.position()).filter(text -> !text.isEmpty()));
      streams.add(line.stream());
    }
    for (int i = 0; i < unfinished; i++) {
      times.add(Optional.empty());
      positions.add(Optional.empty());
      streams.add(Optional.empty());
    }
    return new LineMarks(times, positions, streams, late);
  }
}
