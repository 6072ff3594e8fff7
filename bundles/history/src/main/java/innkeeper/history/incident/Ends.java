package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds the ends of servers to the list of ends in an incident. Similar ends become one entry with a
 * count.
 */
final class Ends {

  private Ends() {}

  /**
   * Returns the ends with another one added. A similar end is replaced and counted. If there are
   * too many, the second oldest is dropped, because the first shows how it began.
   */
  static List<End> with(List<End> ends, End another) {
    List<End> all = new ArrayList<>(ends);
    int count = another.count();
    for (int i = 0; i < all.size(); i++) {
      // An end whose lines were not read yet is not similar to any other.
      if (alike(all.get(i), another)) {
        count += all.remove(i).count();
        break;
      }
    }
    all.add(
        new End(
            another.at(),
            another.code(),
            another.signal(),
            count,
            another.error(),
            another.lines(),
            another.by()));
    while (all.size() > Incident.MOST_ENDS) {
      all.remove(1);
    }
    return List.copyOf(all);
  }

  /**
   * Returns the ends with the evidence about the one that was counted last.
   *
   * @param found with lines and error
   * @param replaces the time of an end whose lines are among these; if it ended the same way, it is
   *     counted with this one
   */
  static List<End> read(List<End> ends, End found, Optional<Instant> replaces) {
    List<End> others = new ArrayList<>(ends);
    others.removeIf(end -> end.at().equals(found.at()));
    int count = found.count();
    for (End end : List.copyOf(others)) {
      boolean replaced = replaces.isPresent() && end.at().equals(replaces.get());
      if (replaced && end.code().equals(found.code()) && end.signal().equals(found.signal())) {
        others.remove(end);
        count += end.count();
      }
    }
    return with(
        others,
        new End(
            found.at(),
            found.code(),
            found.signal(),
            count,
            found.error(),
            found.lines(),
            found.by()));
  }

  private static boolean alike(End one, End other) {
    return !one.lines().isEmpty()
        && !other.lines().isEmpty()
        && one.code().equals(other.code())
        && one.signal().equals(other.signal())
        && one.by() == other.by()
        && withoutNumbers(one.error()).equals(withoutNumbers(other.error()));
  }

  /**
   * Returns the error without numbers, because another time, port or address does not make another
   * error.
   */
  private static String withoutNumbers(String error) {
    return error.replaceAll("0x[0-9a-fA-F]+|[0-9]+", "0");
  }
}
