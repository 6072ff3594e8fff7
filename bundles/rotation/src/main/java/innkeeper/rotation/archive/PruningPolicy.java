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

/** The decision which archives are deleted, with a reason for each. It has no side effects. */
public final class PruningPolicy {

  private PruningPolicy() {}

  /**
   * The limits from the settings.
   *
   * @param maxFiles the number of archives for a log, by its active file; 0 for no limit
   * @param bornAfter the earliest time of an archive that is kept; empty for no limit
   * @param totalBytes the size of all archives together
   */
  public record Limits(
      ToIntFunction<Path> maxFiles, Optional<Instant> bornAfter, long totalBytes) {}

  /** Returns the archives to delete with the reasons, in the order of deletion. */
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
   * Returns the order in which archives are deleted to free space. The oldest come first; the
   * newest of each log come last.
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

  /** Returns the given number of newest archives of each log, which a floor keeps. */
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
   * Sorts archives of several logs. Between logs, only the time shows which archive is older.
   * Within a log the sequence decides: an archive never counts as younger than one after it.
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
