package innkeeper.rotation;

import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.disk.Space;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The decision which archives stay plain for now. Each archive stays plain for a short time, so
 * that log readers can finish it. All archives stay plain while logs rotate faster than compression
 * could follow. Compression would only use the writers' processors. The delay is limited in time
 * and bytes. It ends early if the archives would exceed half of the total limit, or if a disk has
 * little space.
 */
final class Postponement {

  /** The longest time for which fast rotation postpones compression. */
  static final Duration LONGEST = Duration.ofMinutes(2);

  /** The most bytes of plain archives that wait for compression. */
  static final long MOST_BYTES = 2L << 30;

  private final RolloverRate pace;
  private final Space space;
  private final LongSupplier nanos;
  private final Duration plain;
  private final Map<Archive, Long> seenAt = new HashMap<>();
  private boolean rush;
  private long since;

  /**
   * @param plain the least time for which an archive stays plain
   */
  Postponement(RolloverRate pace, Space space, LongSupplier nanos, Duration plain) {
    this.pace = pace;
    this.space = space;
    this.nanos = nanos;
    this.plain = plain;
  }

  /**
   * @param waiting the archives that could be compressed
   * @param all all existing archives
   * @param totalBytes the limit for the size of all archives
   * @return the waiting archives that should be compressed now
   */
  List<Archive> without(List<Archive> waiting, Collection<Archive> all, long totalBytes)
      throws IOException {
    long now = nanos.getAsLong();
    seenAt.keySet().retainAll(new HashSet<>(waiting));
    waiting.forEach(archive -> seenAt.putIfAbsent(archive, now));
    if (waiting.isEmpty() || !pace.high()) {
      rush = false;
    } else if (!rush) {
      rush = true;
      since = now;
    }
    if (bytes(waiting) > MOST_BYTES || bytes(all) > totalBytes / 2 || !roomy(waiting)) {
      return waiting;
    }
    if (rush) {
      return now - since < LONGEST.toNanos() ? List.of() : waiting;
    }
    return waiting.stream().filter(a -> now - seenAt.get(a) >= plain.toNanos()).toList();
  }

  private boolean roomy(List<Archive> waiting) throws IOException {
    Set<Path> seen = new HashSet<>();
    for (Archive archive : waiting) {
      if (!seen.add(archive.directory())) {
        continue;
      }
      Space.Reading disk = space.of(archive.directory());
      if (disk.usableBytes() < 2 * disk.minimumBytes()) {
        return false;
      }
    }
    return true;
  }

  private static long bytes(Collection<Archive> archives) {
    return archives.stream().mapToLong(Archive::bytes).sum();
  }
}
