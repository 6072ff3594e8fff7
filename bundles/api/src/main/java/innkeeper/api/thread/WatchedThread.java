package innkeeper.api.thread;

import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that ends only when its body returns. If the body throws, even an {@link Error},
 * the failure is logged and counted, and the body is called again after a pause of 0.1 s to 10 s.
 * So the body must support repeated calls, and must return when it is asked to end. An interrupt
 * during the pause ends the thread.
 */
public final class WatchedThread extends Thread {

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  /** The length of a run without failure after which the pauses begin from the first again. */
  private static final long WELL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Runnable body;
  private final ThreadWatch.Entry entry;
  private volatile boolean ended;

  /**
   * Creates a thread with the JVM's default stack size; {@link #start} starts it.
   *
   * @param body the work of the thread; called again after it throws
   */
  public WatchedThread(String name, Runnable body) {
    this(name, 0, body);
  }

  /**
   * Creates a thread; {@link #start} starts it.
   *
   * @param stackBytes size of its stack; 0 for the JVM's default
   * @param body the work of the thread; called again after it throws
   */
  public WatchedThread(String name, long stackBytes, Runnable body) {
    super(null, null, name, stackBytes);
    this.body = body;
    this.entry = new ThreadWatch.Entry(name, () -> isAlive() || ended);
    setDaemon(true);
  }

  /**
   * Starts the thread; {@link ThreadWatch} reports it from then on.
   *
   * @throws OutOfMemoryError if the system provides no thread; the method may then be called again
   */
  @Override
  public void start() {
    super.start();
    // The report begins only now, because it would otherwise show a thread that does not run.
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
