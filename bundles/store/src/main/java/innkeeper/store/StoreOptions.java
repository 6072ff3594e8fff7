package innkeeper.store;

import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.write.CheckpointPolicy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The options for opening a store.
 *
 * @param layout the paths under DATA_DIR
 * @param guarded whether the guard examines bot.db first; false if this process has already opened
 *     it
 * @param hostVersion the release, for the manifests of backups
 * @param clock the wall clock
 * @param clean redacts the texts of other bundles before they are written to the audit record
 * @param revision the counter of commits
 * @param migrations the steps to this release's schema
 * @param pace the thresholds for checkpoints of the WAL
 * @param rehearsal whether this is a restore drill, which writes nothing to the host's log
 * @param step receives the name of each step after it is done; tests end the process there
 */
public record StoreOptions(
    Layout layout,
    boolean guarded,
    String hostVersion,
    Clock clock,
    UnaryOperator<String> clean,
    AtomicLong revision,
    List<Migration> migrations,
    CheckpointPolicy pace,
    boolean rehearsal,
    Consumer<String> step) {

  /** Returns the options for a guarded start with this release's schema. */
  public static StoreOptions of(
      Path dataDir, String hostVersion, UnaryOperator<String> clean, AtomicLong revision) {
    return new StoreOptions(
        new Layout(dataDir),
        true,
        hostVersion,
        Clock.systemUTC(),
        clean,
        revision,
        Migration.ALL,
        CheckpointPolicy.USUAL,
        false,
        step -> {});
  }

  public StoreOptions unguarded() {
    return new StoreOptions(
        layout, false, hostVersion, clock, clean, revision, migrations, pace, rehearsal, step);
  }
}
