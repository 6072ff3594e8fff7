package innkeeper.api.thread;

import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that ends only when its body returns. When the body throws, an {@link Error}
 * included, that is logged and counted, and the body is called again after a pause of 0.1 s to 10
 * s. So the body must work when called again, and must return when it is told to end. An interrupt
 * during the pause ends the thread.
 */
public final class WatchedThread extends Thread {

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  /** After so long a run without a failure the pauses begin from the first again. */
  private static final long WELL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Runnable body;
  private final ThreadWatch.Entry entry;
  private volatile boolean ended;

  /**
   * Makes a thread with the JVM's default stack size; {@link #start} starts it.
   *
   * @param body what it does; called again after it throws
   */
  public WatchedThread(String name, Runnable body) {
    this(name, 0, body);
  }

  /**
   * Makes a thread; {@link #start} starts it.
   *
   * @param stackBytes size of its stack; 0 for the JVM's default
   * @param body what it does; called again after it throws
   */
  public WatchedThread(String name, long stackBytes, Runnable body) {
    super(null, null, name, stackBytes);
    this.body = body;
    this.entry = new ThreadWatch.Entry(name, () -> isAlive() || ended);
    setDaemon(true);
  }

  /**
   * Starts the thread; {@link ThreadWatch} shows it from then on.
   *
   * @throws OutOfMemoryError if the system gives no thread; it may then be called again
   */
  @Override
  public void start() {
    super.start();
    // Not before: a health report would find a thread that does not run.
    entry.begin();
    if (ended) {
      entry.end();
    }
  }

  @Override
  public void run() {
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      long begun = System.nanoTime();
      try {
        body.run();
        break;
      } catch (RuntimeException | Error thrown) {
        entry.failed(thrown);
      }
      boolean well = System.nanoTime() - begun > WELL_NANOS;
      pause = well ? FIRST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      try {
        Thread.sleep(pause);
      } catch (InterruptedException told) {
        break;
      }
    }
    ended = true;
    entry.end();
  }
}
