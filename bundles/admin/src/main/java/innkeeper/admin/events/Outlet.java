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
 * A bounded queue of frames to one reader. Any thread that has something to write also writes as
 * much as the reader takes, and never blocks. Safe for many threads.
 */
final class Outlet implements WriteListener {

  private static final Logger LOG = LoggerFactory.getLogger(Outlet.class);

  /** Above this size {@link #offer} refuses and {@link #awaitRoom} waits. */
  static final int MOST_BYTES = 512 * 1024;

  private final AsyncContext context;
  private final ServletOutputStream out;
  private final Runnable gone;

  /** Guards all fields below, and the output stream. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition room = lock.newCondition();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private int queued;
  private boolean flushed = true;
  private boolean ending;
  private boolean closed;

  /**
   * Creates an empty queue.
   *
   * @param gone runs once, when nothing more can be written
   */
  Outlet(AsyncContext context, ServletOutputStream out, Runnable gone) {
    this.context = context;
    this.out = out;
    this.gone = gone;
  }

  /** Queues a frame. Returns false if the queue is full or the stream has ended. */
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

  /**
   * Queues a frame even if the queue is full. It is for frames that must not be lost and whose
   * number is limited by other means.
   */
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

  /** Returns whether there is room and the stream has not ended. */
  boolean roomy() {
    lock.lock();
    try {
      return !closed && !ending && queued <= MOST_BYTES;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is room. Returns false if the stream has ended. */
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

  /** Writes as many frames as the reader takes without blocking. */
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

  /** Writes frames. Returns whether all are written and the end was requested. */
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

  /**
   * Queues a last frame, after which the stream ends. A caller that cannot wait for the queue uses
   * {@link #close} after a time.
   */
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

  /** Ends the stream at once. Queued frames are discarded. */
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
