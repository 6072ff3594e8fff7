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
 * Which archives are left plain for now. Each for a while, so that whoever reads along can finish
 * it. All, while logs rotate faster than compression could follow: it would only take the writers'
 * processors. Bounded in time and bytes, and never so long that a cap or a disk that runs low costs
 * an archive which would have fitted compressed. For one thread.
 */
final class Postponement {

  /** Longest time from the first archive that waits for a rush to end. */
  static final Duration LONGEST = Duration.ofMinutes(2);

  /** Most bytes that wait, plain. */
  static final long MOST_BYTES = 2L << 30;

  private final RolloverRate pace;
  private final Space space;
  private final LongSupplier nanos;
  private final Duration plain;
  private final Map<Archive, Long> seenAt = new HashMap<>();
  private boolean rush;
  private long since;

  /**
   * @param plain how long an archive is left plain in any case
   */
  Postponement(RolloverRate pace, Space space, LongSupplier nanos, Duration plain) {
    this.pace = pace;
    this.space = space;
    this.nanos = nanos;
    this.plain = plain;
  }

  /**
   * @param waiting what could be compressed
   * @param all archives there are
   * @param totalBytes that they may take up
   * @return those of the waiting that should be compressed now
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
