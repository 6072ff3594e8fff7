package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedThread;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A second thread for a server that prints faster than one thread can read and write: it goes on
 * with the work while the first reads ahead. Started when wanted, gone after a second without work.
 */
final class Helper implements Runnable {

  private static final long IDLE_NANOS = 1_000_000_000L;

  private final String name;
  private final long stackBytes;

  /** Guards the thread's coming and going. */
  private final Object lock = new Object();

  private Thread thread;
  private volatile BooleanSupplier work;
  private volatile boolean wanted;
  private volatile boolean asleep;

  Helper(String name, long stackBytes) {
    this.name = name;
    this.stackBytes = stackBytes;
  }

  /**
   * There is work.
   *
   * @param now does some of it and says whether there was any; called until there is none
   */
  void wake(BooleanSupplier now) {
    work = now;
    wanted = true;
    synchronized (lock) {
      if (thread == null || !thread.isAlive()) {
        begin();
      } else if (asleep) {
        LockSupport.unpark(thread);
      }
    }
  }

  private void begin() {
    thread = new WatchedThread("log " + name + " 2", stackBytes, this);
    try {
      thread.start();
    } catch (OutOfMemoryError none) {
      // The system gives no thread: then the one there is does all of it.
      thread = null;
      wanted = false;
      work();
    }
  }

  private void work() {
    boolean done = false;
    try {
      while (work.getAsBoolean()) {
        continue;
      }
      done = true;
    } finally {
      // What failed is tried again, by the thread that follows this one.
      wanted |= !done;
    }
  }

  @Override
  public void run() {
    long idleSince = System.nanoTime();
    while (true) {
      if (wanted) {
        wanted = false;
        work();
        idleSince = System.nanoTime();
        continue;
      }
      asleep = true;
      if (!wanted) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      }
      asleep = false;
      if (!wanted && System.nanoTime() - idleSince >= IDLE_NANOS) {
        synchronized (lock) {
          if (!wanted) {
            thread = null;
            return;
          }
        }
      }
    }
  }
}
