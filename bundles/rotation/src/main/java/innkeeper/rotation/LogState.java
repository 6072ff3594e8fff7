package innkeeper.rotation;

import innkeeper.api.rotation.ArchiveName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * What rotation remembers of one log. The monitor guards all of it but what is about catching up,
 * which is the housekeeper's alone; it is taken inside {@code RotatableLog.hold} only after the
 * writer's own lock, and nothing is logged or called out of it.
 */
final class LogState {

  /** Names have room for 18 digits; the rest is for names that are taken. */
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
   * Whether to try a turn that no write asks for: holding an idle writer may take seconds, so twice
   * a minute, or as often as a failed turn is tried again.
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
   * Where the account of the active file begins.
   *
   * @param at when its first line came, as far as is known; MAX before that
   * @param bytes it had at that time
   */
  record Begun(Instant at, long bytes) {}

  Begun begun() {
    return begun;
  }

  /** The active file is empty and gets its first line now. */
  void firstLine() {
    begun = new Begun(clock.instant(), 0);
  }

  /**
   * Puts the log's surroundings in order, once as far as that may be done while its writer writes,
   * and once with the writer held.
   *
   * @return what was put in order, for the log
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
   * One turn.
   *
   * @return the archive; empty if the file had been deleted and was made anew
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

  /** The sequence alone orders archives; so it only ever grows, whatever the clock says. */
  private ArchiveName nextName() {
    return new ArchiveName(
        active.getFileName().toString(), nameable(clock.instant()), ++seq, false);
  }

  /** A name has room for four digits of the year. */
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
