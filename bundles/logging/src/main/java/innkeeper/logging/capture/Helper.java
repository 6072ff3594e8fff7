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
    int seen = wanted.get();
    boolean done = false;
    try {
      while (work.getAsBoolean()) {
        continue;
      }
      done = true;
    } finally {
      // What failed is tried again, and so is what came meanwhile.
      if (!done || !wanted.compareAndSet(seen, 0)) {
        pool.execute(this);
      }
    }
  }
}
