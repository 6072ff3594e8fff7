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
 * How a store is opened.
 *
 * @param layout where
 * @param guarded whether the guard looks first; not when a predecessor in this process was open
 * @param hostVersion for manifests
 * @param clock the wall clock
 * @param clean redacts what others write into the record
 * @param revision counts commits
 * @param migrations the schema
 * @param pace when the log is written back
 * @param rehearsal whether this is only a try, of which the host's log says nothing
 * @param step told each step of the way; tests end the process there
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

  /** A guarded start of this release's schema. */
  public static StoreOptions of(Path dataDir, String hostVersion, UnaryOperator<String> clean) {
    return new StoreOptions(
        new Layout(dataDir),
        true,
        hostVersion,
        Clock.systemUTC(),
        clean,
        new AtomicLong(),
        Migration.ALL,
        CheckpointPolicy.USUAL,
        false,
        step -> {});
  }

  public StoreOptions unguarded() {
    return new StoreOptions(
        layout, false, hostVersion, clock, clean, revision, migrations, pace, rehearsal, step);
  }

  public StoreOptions counting(AtomicLong counter) {
    return new StoreOptions(
        layout, guarded, hostVersion, clock, clean, counter, migrations, pace, rehearsal, step);
  }

  public StoreOptions telling(Consumer<String> listener) {
    return new StoreOptions(
        layout,
        guarded,
        hostVersion,
        clock,
        clean,
        revision,
        migrations,
        pace,
        rehearsal,
        listener);
  }

  public StoreOptions migrating(List<Migration> all) {
    return new StoreOptions(
        layout, guarded, hostVersion, clock, clean, revision, all, pace, rehearsal, step);
  }

  public StoreOptions pacing(CheckpointPolicy other) {
    return new StoreOptions(
        layout, guarded, hostVersion, clock, clean, revision, migrations, other, rehearsal, step);
  }
}
