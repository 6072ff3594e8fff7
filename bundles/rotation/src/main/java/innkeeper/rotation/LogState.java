package innkeeper.rotation;

import innkeeper.common.file.ArchiveName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The state of one log for rotation. The monitor guards all fields except those for catching up,
 * which only the housekeeper uses. Inside {@code RotatableLog.hold}, the monitor is taken after the
 * writer's own lock. While it is held, nothing is logged and no foreign code is called.
 */
final class LogState {

  /**
   * The highest sequence. A name has 18 digits; the numbers above are a reserve for names that
   * already exist.
   */
  private static final long LAST_SEQ = 999_999_999_999_000_000L;

  private static final long CATCH_UP_NANOS = 30_000_000_000L;

  private final Path active;
  private final Clock clock;
  private boolean caughtUp;
  private long caughtUpAt;
  private boolean opened;
  private boolean openedHeld;
  private long seq;
  private volatile Begun begun = new Begun(Instant.MAX, 0);
  private final BackOff backOff = new BackOff();

  LogState(Path active, Clock clock) {
    this.active = active;
    this.clock = clock;
  }

  Path active() {
    return active;
  }

  BackOff backOff() {
    return backOff;
  }

  /**
   * Returns whether to try a rotation without a write. Holding an idle writer may take seconds, so
   * this is allowed twice a minute. After a failed rotation the back-off applies.
   */
  boolean mayCatchUp(long nowNanos) {
    if (caughtUp && nowNanos - caughtUpAt < CATCH_UP_NANOS && backOff.failure().isEmpty()) {
      return false;
    }
    caughtUp = true;
    caughtUpAt = nowNanos;
    return backOff.mayTry(nowNanos);
  }

  /**
   * The starting point for the age and the growth of the active file.
   *
   * @param at the time of the first line, as far as it is known; MAX before the first line
   * @param bytes the size of the file at that time
   */
  record Begun(Instant at, long bytes) {}

  Begun begun() {
    return begun;
  }

  /** Records that the empty active file gets its first line now. */
  void firstLine() {
    begun = new Begun(clock.instant(), 0);
  }

  /**
   * Repairs the files beside the log: once without holding the writer, as far as that is safe, and
   * once with the writer held.
   *
   * @return the actions taken, for the log
   */
  synchronized List<String> open(InterruptedRollover recovery, boolean held) throws IOException {
    if (opened && (openedHeld || !held)) {
      return List.of();
    }
    InterruptedRollover.Found found = recovery.log(active, held);
    seq = Math.max(seq, found.highestSeq());
    if (!opened) {
      begun = found.newestAt().map(at -> new Begun(at, 0)).orElseGet(this::lastModified);
    }
    opened = true;
    openedHeld |= held;
    return found.done();
  }

  /**
   * Rotates the log once.
   *
   * @return the archive; empty if the active file had been deleted and was created again
   */
  synchronized Optional<Path> rollover(Rollover rollover, InterruptedRollover recovery)
      throws IOException {
    open(recovery, true);
    if (seq >= LAST_SEQ) {
      throw new IOException(
          "could not rotate "
              + active
              + ": archive number "
              + seq
              + " leaves no higher one; rename or remove that archive, then restart the host");
    }
    Path archive = rollover.run(active, this::nextName);
    firstLine();
    return archive.equals(active) ? Optional.empty() : Optional.of(archive);
  }

  /**
   * Returns the next name. Only the sequence orders the archives, so it always grows, regardless of
   * the clock.
   */
  private ArchiveName nextName() {
    return new ArchiveName(
        active.getFileName().toString(), nameable(clock.instant()), ++seq, false);
  }

  /**
   * Returns the time for a name, which has four digits for the year. A time outside of that range
   * becomes 1970.
   */
  private static Instant nameable(Instant now) {
    int year = now.atOffset(ZoneOffset.UTC).getYear();
    return year >= 1 && year <= 9999 ? now : Instant.EPOCH;
  }

  private Begun lastModified() {
    try {
      return new Begun(Files.getLastModifiedTime(active).toInstant(), Files.size(active));
    } catch (IOException none) {
      return new Begun(clock.instant(), 0);
    }
  }
}
