package innkeeper.api.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The metadata of lines besides their text, in parallel lists. Immutable.
 *
 * @param times when the host read each line
 * @param positions the position of each line
 * @param streams the stream of each line
 * @param late the indexes of the lines that were printed while no host ran
 */
public record LineMarks(
    List<Optional<Instant>> times,
    List<Optional<String>> positions,
    List<Optional<LogStream>> streams,
    List<Integer> late) {

  /**
   * Collects the metadata of lines.
   *
   * @param lines oldest first
   * @param unfinished the number of unfinished lines that follow, which have no metadata
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
