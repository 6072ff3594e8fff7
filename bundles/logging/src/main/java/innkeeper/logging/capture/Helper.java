package innkeeper.logging.capture;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Processes bytes on a second thread of the pool, for a server that prints faster than one thread
 * can read and write. Meanwhile the readers continue to read.
 */
final class Helper implements Runnable {

  private final ReaderPool pool;
  private final BooleanSupplier work;

  /** The number of wake-ups since it last found no work; 0 while it rests. */
  private final AtomicInteger wanted = new AtomicInteger();

  /**
   * Creates a helper that rests.
   *
   * @param work does a part of the work and returns whether there was any; called until it returns
   *     false
   */
  Helper(ReaderPool pool, BooleanSupplier work) {
    this.pool = pool;
    this.work = work;
  }

  /** Starts the helper if it rests, because there is work. */
  void wake() {
    if (wanted.getAndIncrement() == 0) {
      pool.execute(this);
    }
  }

  @Override
  public void run() {
    boolean done = false;
    try {
      int seen;
      do {
        seen = wanted.get();
        while (work.getAsBoolean()) {
          continue;
        }
        // A wake-up came meanwhile, so it checks for work again.
      } while (!wanted.compareAndSet(seen, 0));
      done = true;
    } finally {
      if (!done) {
        // The failed work is tried again.
        pool.execute(this);
      }
    }
  }
}
