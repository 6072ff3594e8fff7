package innkeeper.host.bundle;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;

/**
 * A while after the last swap has the JVM let the replaced classes go: our collector unloads
 * classes in a full collection only, and an idle host may be long without one.
 */
public final class PostUpdateGc implements BundleListener {

  private static final Duration AFTER = Duration.ofSeconds(3);

  /** Nanoseconds; 0 while nobody waits. */
  private final AtomicLong due = new AtomicLong();

  private final Bundle framework;

  public PostUpdateGc(Bundle framework) {
    this.framework = framework;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    boolean replaced =
        event.getType() == BundleEvent.UPDATED || event.getType() == BundleEvent.UNINSTALLED;
    if (replaced
        && !Requirements.isProbe(event.getBundle())
        && due.getAndSet(System.nanoTime() + AFTER.toNanos()) == 0) {
      Thread thread = new Thread(null, this::collect, "after-swap", 256 * 1024);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void collect() {
    try {
      long until = due.get();
      while (until != 0) {
        Thread.sleep(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        long now = due.get();
        until = now != until || !due.compareAndSet(until, 0) ? due.get() : 0;
      }
      UsageCounts.forgetTheGone(framework);
      System.gc();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
