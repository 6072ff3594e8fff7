package innkeeper.backup;

import innkeeper.api.backup.BackupListener;
import java.util.Collection;
import java.util.function.DoubleConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far the backup being made has come; tells the listeners. Safe for many threads. */
final class Progress {

  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  /** The rest is publishing and pruning. */
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

  /** For the copy, which is told 0.0–1.0; at its end the content is checked. */
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
        LOG.warn("backup listener failed, the backup goes on phase={}", phase, e);
      }
    }
  }
}
