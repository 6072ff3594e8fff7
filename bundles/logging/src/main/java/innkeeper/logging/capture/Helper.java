package innkeeper.logging.capture;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Writes for a server that prints faster than one thread can read and write: it goes on with the
 * work on another thread of the pool while the readers read ahead.
 */
final class Helper implements Runnable {

  private final ReaderPool pool;
  private final BooleanSupplier work;

  /** How often it was woken since it last found no work; 0 while it rests. */
  private final AtomicInteger wanted = new AtomicInteger();

  /**
   * @param work does some of it and says whether there was any; called until there is none
   */
  Helper(ReaderPool pool, BooleanSupplier work) {
    this.pool = pool;
    this.work = work;
  }

  /** There is work. */
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
        // What came meanwhile is looked for again.
      } while (!wanted.compareAndSet(seen, 0));
      done = true;
    } finally {
      if (!done) {
        // What failed is tried again.
        pool.execute(this);
      }
    }
  }
}
