package innkeeper.rotation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Whether compression waits: while logs turn over faster than it could follow, it would only take
 * the writers' processors. Bounded in time and bytes, and never so long that a cap or a disk that
 * runs low costs an archive which would have fitted compressed. For one thread.
 */
final class Postponement {

  /** Longest time from the first archive that waits. */
  static final Duration LONGEST = Duration.ofMinutes(2);

  /** Most bytes that wait, plain. */
  static final long MOST_BYTES = 2L << 30;

  private final Pace pace;
  private final Space space;
  private final LongSupplier nanos;
  private boolean waiting;
  private long since;

  Postponement(Pace pace, Space space, LongSupplier nanos) {
    this.pace = pace;
    this.space = space;
    this.nanos = nanos;
  }

  /**
   * @param next what is to be compressed
   * @param all archives there are
   * @param limits that they are pruned by
   */
  boolean of(List<Archive> next, Collection<Archive> all, Pruning.Limits limits)
      throws IOException {
    if (next.isEmpty() || !pace.high()) {
      waiting = false;
      return false;
    }
    if (!waiting) {
      waiting = true;
      since = nanos.getAsLong();
    }
    return nanos.getAsLong() - since < LONGEST.toNanos()
        && bytes(next) <= MOST_BYTES
        && bytes(all) <= limits.totalBytes() / 2
        && roomy(next);
  }

  private boolean roomy(List<Archive> next) throws IOException {
    Set<Path> seen = new HashSet<>();
    for (Archive archive : next) {
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
