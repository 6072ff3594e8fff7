package innkeeper.store.write;

import java.time.Duration;

/**
 * When the write-ahead log is written back into bot.db, so that a copy of that file alone is worth
 * something.
 *
 * @param quiet after so long without a write
 * @param changed at most so long after a definition or desired state was written
 */
public record CheckpointPolicy(Duration quiet, Duration changed) {

  public static final CheckpointPolicy USUAL =
      new CheckpointPolicy(Duration.ofSeconds(2), Duration.ofSeconds(1));

  /** Only when the log is long. */
  public static final CheckpointPolicy NEVER =
      new CheckpointPolicy(Duration.ofDays(1000), Duration.ofDays(1000));
}
