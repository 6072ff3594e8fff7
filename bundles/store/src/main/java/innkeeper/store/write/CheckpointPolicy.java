package innkeeper.store.write;

import java.time.Duration;

/**
 * The thresholds for a checkpoint of the WAL. Checkpoints keep bot.db itself up to date, so that a
 * copy of that file alone is useful.
 *
 * @param quiet the time without a write after which a checkpoint runs
 * @param changed the longest time between the write of a definition or desired state and the next
 *     checkpoint
 */
public record CheckpointPolicy(Duration quiet, Duration changed) {

  public static final CheckpointPolicy USUAL =
      new CheckpointPolicy(Duration.ofSeconds(2), Duration.ofSeconds(1));

  /** A policy that runs a checkpoint only when the WAL is long. */
  public static final CheckpointPolicy NEVER =
      new CheckpointPolicy(Duration.ofDays(1000), Duration.ofDays(1000));
}
