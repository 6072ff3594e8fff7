package innkeeper.rotation.archive;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Which archives go. Pure; each policy says why. */
public final class PruningPolicy {

  private PruningPolicy() {}

  /**
   * What the settings allow.
   *
   * @param maxFiles archives of the log with this active file; 0 for no limit
   * @param bornAfter archives from before this go; empty for no limit
   * @param totalBytes over all
   */
  public record Limits(
      ToIntFunction<Path> maxFiles, Optional<Instant> bornAfter, long totalBytes) {}

  /** The archives that go and why, in the order in which to delete them. */
  public static Map<Archive, String> choose(Collection<Archive> archives, Limits limits) {
    Map<Archive, String> going = new LinkedHashMap<>();
    byCount(archives, limits, going);
    limits.bornAfter().ifPresent(after -> byAge(archives, after, going));
    byTotal(archives, limits.totalBytes(), going);
    return going;
  }

  private static void byCount(
      Collection<Archive> archives, Limits limits, Map<Archive, String> going) {
    perLog(archives)
        .forEach(
            (log, oldestFirst) -> {
              int max = limits.maxFiles().applyAsInt(log);
              int surplus = max <= 0 ? 0 : oldestFirst.size() - max;
              for (int i = 0; i < surplus; i++) {
                going.putIfAbsent(oldestFirst.get(i), "more than " + max + " files");
              }
            });
  }

  private static void byAge(
      Collection<Archive> archives, Instant after, Map<Archive, String> going) {
    for (Archive archive : archives) {
      if (archive.name().at().isBefore(after)) {
        going.putIfAbsent(archive, "too old");
      }
    }
  }

  private static void byTotal(
      Collection<Archive> archives, long totalBytes, Map<Archive, String> going) {
    List<Archive> staying = archives.stream().filter(a -> !going.containsKey(a)).toList();
    long total = staying.stream().mapToLong(Archive::bytes).sum();
    for (Archive archive : givingOrder(staying)) {
      if (total <= totalBytes) {
        return;
      }
      going.put(archive, "all archives together pass their cap");
      total -= archive.bytes();
    }
  }

  /**
   * In which order archives are given up for space: the oldest first, and the newest of each log
   * only when there is nothing else.
   */
  public static List<Archive> givingOrder(Collection<Archive> archives) {
    List<Archive> order = new ArrayList<>();
    List<Archive> newest = new ArrayList<>();
    for (List<Archive> oldestFirst : perLog(archives).values()) {
      order.addAll(oldestFirst.subList(0, oldestFirst.size() - 1));
      newest.add(oldestFirst.get(oldestFirst.size() - 1));
    }
    sortAcrossLogs(order);
    sortAcrossLogs(newest);
    order.addAll(newest);
    return order;
  }

  /** So many of each log: what a floor keeps. */
  public static Set<Archive> newestOfEach(Collection<Archive> archives, int number) {
    Set<Archive> newest = new HashSet<>();
    perLog(archives)
        .values()
        .forEach(all -> newest.addAll(all.subList(Math.max(0, all.size() - number), all.size())));
    return newest;
  }

  public static Map<Path, List<Archive>> perLog(Collection<Archive> archives) {
    Map<Path, List<Archive>> logs = new HashMap<>();
    archives.forEach(a -> logs.computeIfAbsent(a.active(), log -> new ArrayList<>()).add(a));
    logs.values().forEach(list -> list.sort(ArchiveDirectory.OLDEST_FIRST));
    return logs;
  }

  /**
   * Between logs only the clock can tell which is older. Within a log the sequence rules: an
   * archive counts as no younger than any that came after it.
   */
  private static void sortAcrossLogs(List<Archive> archives) {
    Map<Archive, Instant> age = new HashMap<>();
    perLog(archives)
        .values()
        .forEach(
            oldestFirst -> {
              Instant youngest = Instant.MAX;
              for (int i = oldestFirst.size() - 1; i >= 0; i--) {
                Instant at = oldestFirst.get(i).name().at();
                youngest = at.isBefore(youngest) ? at : youngest;
                age.put(oldestFirst.get(i), youngest);
              }
            });
    archives.sort(
        Comparator.<Archive, Instant>comparing(age::get)
            .thenComparing(ArchiveDirectory.OLDEST_FIRST));
  }
}
