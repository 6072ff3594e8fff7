package innkeeper.supervisor.queue;

import innkeeper.api.thread.WatchedPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;

/** Makes named daemon threads with small stacks. */
public final class Threads {

  public static final long STACK_BYTES = 256 * 1024;

  private Threads() {}

  /** Returns a thread for one task, which is not repeated if it fails. */
  public static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  public static WatchedPool pool(
      String name, int threads, int queue, RejectedExecutionHandler full) {
    return new WatchedPool(
        name, threads, threads, STACK_BYTES, new LinkedBlockingQueue<>(queue), full);
  }
}
