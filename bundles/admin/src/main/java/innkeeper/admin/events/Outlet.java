package innkeeper.admin.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frames on their way to one reader: a bounded queue that is written as the reader takes it, by
 * whoever has something to write, never blocking. Safe for many threads.
 */
final class Outlet implements WriteListener {

  private static final Logger LOG = LoggerFactory.getLogger(Outlet.class);

  /** Past this, {@link #offer} refuses and {@link #awaitRoom} waits. */
  static final int MOST_BYTES = 512 * 1024;

  private final AsyncContext context;
  private final ServletOutputStream out;
  private final Runnable gone;

  /** Guards all below, and the output stream. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition room = lock.newCondition();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private int queued;
  private boolean flushed = true;
  private boolean ending;
  private boolean closed;

  /**
   * @param gone told once, when nothing can be written any more
   */
  Outlet(AsyncContext context, ServletOutputStream out, Runnable gone) {
    this.context = context;
    this.out = out;
    this.gone = gone;
  }

  /** Queues a frame; false if there is no room for it, or nobody to read it. */
  boolean offer(byte[] frame) {
    lock.lock();
    try {
      if (closed || ending || queued > MOST_BYTES) {
        return false;
      }
      push(frame);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Queues a frame however full it is: for what must not be lost and is bounded otherwise. */
  void force(byte[] frame) {
    lock.lock();
    try {
      if (!closed && !ending) {
        push(frame);
      }
    } finally {
      lock.unlock();
    }
  }

  private void push(byte[] frame) {
    queue.add(frame);
    queued += frame.length;
  }

  /** Whether there is room, and somebody to read. */
  boolean roomy() {
    lock.lock();
    try {
      return !closed && !ending && queued <= MOST_BYTES;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is room; false once nobody reads any more. */
  boolean awaitRoom() throws InterruptedException {
    lock.lock();
    try {
      while (!closed && !ending && queued > MOST_BYTES) {
        room.await(1, TimeUnit.SECONDS);
      }
      return !closed && !ending;
    } finally {
      lock.unlock();
    }
  }

  boolean empty() {
    lock.lock();
    try {
      return queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Writes what the reader takes now. */
  void drain() {
    boolean end = false;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      end = write();
    } catch (IOException | RuntimeException e) {
      LOG.debug("reader left", e);
      end = true;
    } finally {
      lock.unlock();
    }
    if (end) {
      close();
    }
  }

  /** Whether all is written and the end was asked for. */
  private boolean write() throws IOException {
    while (out.isReady()) {
      byte[] frame = queue.poll();
      if (frame != null) {
        queued -= frame.length;
        room.signalAll();
        flushed = false;
        out.write(frame);
      } else if (!flushed) {
        flushed = true;
        out.flush();
      } else {
        return ending;
      }
    }
    return false;
  }

  /** One last frame, then the end; what waits before it is given up if it is much. */
  void end(byte[] last) {
    lock.lock();
    try {
      if (closed || ending) {
        return;
      }
      push(last);
      ending = true;
      room.signalAll();
    } finally {
      lock.unlock();
    }
    drain();
  }

  /** Ends it at once. */
  void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      queue.clear();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      context.complete();
    } catch (IllegalStateException e) {
      LOG.debug("stream was complete already", e);
    }
    gone.run();
  }

  @Override
  public void onWritePossible() {
    drain();
  }

  @Override
  public void onError(Throwable t) {
    LOG.debug("reader left", t);
    close();
  }
}
