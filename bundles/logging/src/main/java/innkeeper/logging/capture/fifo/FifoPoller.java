package innkeeper.logging.capture.fifo;

import innkeeper.api.thread.WatchedThread;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that waits for all silent FIFOs with epoll. If epoll is unavailable, it checks each FIFO
 * every 10 ms. It lives as long as any FIFO is read, so a lock of readers may depend on it.
 */
public final class FifoPoller implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(FifoPoller.class);

  /**
   * The longest wait of epoll. A reader wakes the thread earlier; only the end of the thread may
   * take this time.
   */
  private static final int LONGEST_MILLIS = 5000;

  private static final long LOOK_NANOS = 10_000_000L;

  private final Supplier<Optional<FifoCalls>> find;
  private final Predicate<Thread> wanted;
  private final Map<Fifo, Runnable> waiting = new ConcurrentHashMap<>();
  private final Map<Integer, Fifo> byDescriptor = new ConcurrentHashMap<>();
  private final Thread thread = new WatchedThread("log poll", 128 * 1024, this);
  private volatile boolean closed;

  /** The calls; null until the first FIFO, so that a host without servers loads nothing. */
  private Optional<FifoCalls> calls;

  /**
   * Creates a poller whose thread does not run yet.
   *
   * @param find returns the calls; called with the first FIFO
   * @param wanted whether any FIFO is read on behalf of its thread
   */
  public FifoPoller(Supplier<Optional<FifoCalls>> find, Predicate<Thread> wanted) {
    this.find = find;
    this.wanted = wanted;
  }

  /**
   * Returns the running thread that represents all readers.
   *
   * @throws OutOfMemoryError if the system provides no thread; the method may then be called again
   */
  public Thread thread() {
    calls();
    return thread;
  }

  public synchronized Optional<FifoCalls> calls() {
    if (calls == null) {
      Optional<FifoCalls> found = find.get();
      thread.start();
      calls = found;
    }
    return calls;
  }

  /**
   * Calls {@code ready} once, on its thread, when there are bytes to read.
   *
   * @throws IOException if the FIFO cannot be watched
   */
  public void watch(Fifo fifo, Runnable ready) throws IOException {
    waiting.put(fifo, ready);
    Optional<FifoCalls> epoll = calls();
    if (epoll.isEmpty()) {
      return;
    }
    byDescriptor.put(fifo.descriptor(), fifo);
    int failed = epoll.get().watch().applyAsInt(fifo.descriptor());
    if (failed < 0 && forget(fifo)) {
      throw new IOException("the FIFO cannot be watched: errno " + -failed);
    }
  }

  /**
   * Ends the watch of a FIFO. Returns whether it was watched, so that {@code ready} is not called
   * any more.
   */
  public boolean forget(Fifo fifo) {
    byDescriptor.remove(fifo.descriptor(), fifo);
    return waiting.remove(fifo) != null;
  }

  /** Ends the thread when no FIFO is read any more. */
  public void close() {
    closed = true;
  }

  @Override
  public void run() {
    Optional<FifoCalls> epoll = calls();
    while (!closed || wanted.test(thread)) {
      if (epoll.isPresent()) {
        for (int descriptor : epoll.get().await().apply(LONGEST_MILLIS)) {
          Fifo fifo = byDescriptor.get(descriptor);
          if (fifo != null) {
            tell(fifo);
          }
        }
      } else {
        waiting.keySet().forEach(this::look);
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
    }
    epoll.ifPresent(c -> c.close().applyAsInt(c.epoll()));
  }

  private void look(Fifo fifo) {
    try {
      if (fifo.available() == 0) {
        return;
      }
    } catch (IOException e) {
      LOG.debug("FIFO cannot be checked; its reader reports why", e);
    }
    tell(fifo);
  }

  private void tell(Fifo fifo) {
    byDescriptor.remove(fifo.descriptor(), fifo);
    Runnable ready = waiting.remove(fifo);
    if (ready != null) {
      ready.run();
    }
  }
}
