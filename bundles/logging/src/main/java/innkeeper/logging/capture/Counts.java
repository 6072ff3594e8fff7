package innkeeper.logging.capture;

import innkeeper.api.log.LogStatus;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.capture.ring.RingHeader.Count;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The lines, redactions and drops of one log since the host started. The ring's header keeps them
 * across swaps of this bundle. The header is updated at each point from which a replay would start.
 * The writer's lock guards changes; any thread may read.
 */
public final class Counts {

  private final RingHeader header;
  private final Drops drops;
  private final LongSupplier written;
  private final long baseBytes;
  private final boolean inherited;
  private volatile long lines;
  private volatile long redactions;
  private volatile long dropped;
  private volatile long lastLineAt;
  private long baseLines;
  private long baseRedactions;
  private long arrivedAt;

  /**
   * Creates the counts from the ring's header.
   *
   * @param drops the drops of the same ring
   * @param written the number of bytes that this bundle has written to the log
   */
  Counts(RingHeader header, Drops drops, LongSupplier written) {
    this.header = header;
    this.drops = drops;
    this.written = written;
    long host =
        ProcessHandle.current().pid() << 42
            ^ ProcessHandle.current().info().startInstant().map(i -> i.toEpochMilli()).orElse(0L);
    inherited = header.count(Count.HOST) != host;
    if (inherited) {
      header.count(Count.LINES, 0);
      header.count(Count.REDACTIONS, 0);
      drops.forgetTotal();
      header.count(Count.LAST_LINE_AT, 0);
      header.count(Count.BYTES, 0);
      header.count(Count.HOST, host);
    }
    dropped = drops.total();
    lastLineAt = header.count(Count.LAST_LINE_AT);
    arrivedAt = lastLineAt;
    baseBytes = header.count(Count.BYTES) - written.getAsLong();
  }

  /** Sets the base of the counts: the engines have already counted lines that the log contains. */
  void begin(long counted, long marks) {
    baseLines = header.count(Count.LINES) - counted;
    baseRedactions = header.count(Count.REDACTIONS) - marks;
  }

  void arrived() {
    arrivedAt = System.currentTimeMillis();
  }

  /** Stores the counts for a successor; a replay would count from here. */
  void keep(long counted, long marks) {
    long now = baseLines + counted;
    if (now != lines) {
      lastLineAt = arrivedAt;
    }
    lines = now;
    redactions = baseRedactions + marks;
    dropped = drops.total();
    header.count(Count.LINES, lines);
    header.count(Count.REDACTIONS, redactions);
    header.count(Count.BYTES, bytes());
    header.count(Count.LAST_LINE_AT, lastLineAt);
  }

  /** Returns whether another host, or no host, wrote this log before. */
  boolean inherited() {
    return inherited;
  }

  /** Returns the number of bytes written to all files of the log. */
  private long bytes() {
    return baseBytes + written.getAsLong();
  }

  public long dropped() {
    return dropped;
  }

  /**
   * Returns the state of the log.
   *
   * @param file the path of the active file, as people see it
   * @param activeBytes the length of the active file
   */
  public LogStatus status(String file, long activeBytes) {
    Optional<Instant> last =
        Optional.of(lastLineAt).filter(at -> at > 0).map(Instant::ofEpochMilli);
    return new LogStatus(file, activeBytes, lines, redactions, dropped, bytes(), last);
  }
}
