package innkeeper.backup;

import innkeeper.api.backup.BackupListener;
import java.util.Collection;
import java.util.function.DoubleConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The progress of the running backup, which is reported to the listeners. Thread-safe. */
final class Progress {

  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  /** The percentage for the copy. Publication and pruning take the rest. */
  private static final int COPIED = 95;

  private final Collection<BackupListener> listeners;
  private volatile boolean running;
  private volatile int percent;

  Progress(Collection<BackupListener> listeners) {
    this.listeners = listeners;
  }

  boolean running() {
    return running;
  }

  double fraction() {
    return running ? percent / 100.0 : 0;
  }

  void started(String kind) {
    running = true;
    tell("started", 0, kind);
  }

  /**
   * Returns the consumer of the copy's progress, from 0.0 to 1.0. The value 1.0 begins the
   * verification.
   */
  DoubleConsumer copying(String name) {
    return done -> {
      int now = (int) (Math.max(0, Math.min(1, done)) * COPIED);
      if (now > percent) {
        tell(now < COPIED ? "copying" : "verifying", now, name);
      }
    };
  }

  void published(String name) {
    tell("published", 98, name);
  }

  void pruned(String name) {
    tell("pruned", 100, name);
    running = false;
  }

  void failed(String why) {
    running = false;
    tell("failed", percent, why);
  }

  private void tell(String phase, int now, String detail) {
    percent = now;
    for (BackupListener listener : listeners) {
      try {
        listener.progress(phase, now, detail);
      } catch (RuntimeException e) {
        LOG.warn("backup listener failed, the backup continues phase={}", phase, e);
      }
    }
  }
}
