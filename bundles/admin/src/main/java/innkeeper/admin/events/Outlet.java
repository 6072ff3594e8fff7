package innkeeper.admin.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
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

  // The monitor of this object guards the following fields and the output stream.
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
  synchronized boolean offer(byte[] frame) {
    if (!roomy()) {
      return false;
    }
    push(frame);
    return true;
  }

  /**
   * Queues a frame even if the queue is full. It is for frames that must not be lost and whose
   * number is limited by other means.
   */
  synchronized void force(byte[] frame) {
    if (!ended()) {
      push(frame);
    }
  }

  private void push(byte[] frame) {
    queue.add(frame);
    queued += frame.length;
  }

  private boolean ended() {
    return closed || ending;
  }

  /** Returns whether there is room and the stream has not ended. */
  synchronized boolean roomy() {
    return !ended() && queued <= MOST_BYTES;
  }

  /** Waits until there is room. Returns false if the stream has ended. */
  synchronized boolean awaitRoom() throws InterruptedException {
    while (!ended() && queued > MOST_BYTES) {
      wait(1000);
    }
    return !ended();
  }

  synchronized boolean empty() {
    return queue.isEmpty();
  }

  /** Writes as many frames as the reader takes without blocking. */
  void drain() {
    boolean end;
    synchronized (this) {
      if (closed) {
        return;
      }
      try {
        end = write();
      } catch (IOException | RuntimeException e) {
        LOG.debug("reader left", e);
        end = true;
      }
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
        notifyAll();
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
    synchronized (this) {
      if (ended()) {
        return;
      }
      push(last);
      ending = true;
      notifyAll();
    }
    drain();
  }

  /** Ends the stream at once. Queued frames are discarded. */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      queue.clear();
      notifyAll();
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
