package innkeeper.logging.capture;

import innkeeper.logging.fifo.Fifo;
import innkeeper.logging.fifo.FifoPoller;
import innkeeper.logging.ring.ServerStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readers of one server's FIFOs, from the comparison of ring and log until they are to leave.
 */
final class CaptureSession {

  private static final Logger LOG = LoggerFactory.getLogger(CaptureSession.class);

  private final CapturePipeline pipeline;
  private final LogWriter writer;
  private final ReaderPool pool;
  private final FifoPoller poller;
  private final Helper helper;
  private final Runnable settleLater;
  private final Consumer<Throwable> over;

  /** By stream; null where none is read. Guarded by itself, as is {@link #live}. */
  private final StreamReader[] readers = new StreamReader[ServerStream.values().length];

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private int live;
  private volatile boolean leaving;

  /**
   * @param settleLater has unfinished lines shown after a pause
   * @param over told once, on a thread of the pool, why it ended; null where it was asked to
   */
  CaptureSession(
      CapturePipeline pipeline,
      LogWriter writer,
      ReaderPool pool,
      FifoPoller poller,
      Runnable settleLater,
      Consumer<Throwable> over) {
    this.pipeline = pipeline;
    this.writer = writer;
    this.pool = pool;
    this.poller = poller;
    this.settleLater = settleLater;
    this.over = over;
    this.helper = new Helper(pool, this::help);
  }

  CapturePipeline pipeline() {
    return pipeline;
  }

  boolean leaving() {
    return leaving;
  }

  /** Null while that stream is not read. */
  Fifo fifo(ServerStream stream) {
    synchronized (readers) {
      StreamReader reader = readers[stream.ordinal()];
      return reader == null ? null : reader.fifo();
    }
  }

  /** Begins to read it, or closes it where the session has ended. */
  void read(ServerStream stream, Fifo fifo) throws IOException {
    StreamReader reader = new StreamReader(stream, fifo, this, writer, pool, poller);
    synchronized (readers) {
      if (leaving || readers[stream.ordinal()] != null) {
        fifo.close();
        return;
      }
      readers[stream.ordinal()] = reader;
      live++;
      if (live > 1) {
        pipeline.attached();
      }
    }
    pool.execute(reader);
  }

  /** Its readers end as soon as they are between two reads. */
  void leave() {
    leaving = true;
    List<StreamReader> now = new ArrayList<>();
    synchronized (readers) {
      for (StreamReader reader : readers) {
        if (reader != null) {
          now.add(reader);
        }
      }
    }
    now.forEach(StreamReader::wake);
  }

  /**
   * A reader has ended.
   *
   * @param why null where it was asked to
   */
  void ended(Throwable why) {
    if (why != null) {
      failure.compareAndSet(null, why);
    }
    boolean last;
    synchronized (readers) {
      last = --live == 0;
      leaving |= last;
    }
    if (last) {
      pool.execute(this::finish);
    } else if (why != null) {
      leave();
    }
  }

  private void finish() {
    try {
      writer.lock.lock();
      try {
        pipeline.end();
      } finally {
        try {
          pipeline.close();
        } finally {
          writer.lock.unlock();
        }
      }
    } catch (IOException e) {
      LOG.info("unwritten output is kept log={} why={}", writer.name(), e.getMessage());
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      closeFifos();
      over.accept(failure.get());
    }
  }

  private void closeFifos() {
    for (StreamReader reader : readers) {
      if (reader != null) {
        try {
          reader.fifo().close();
        } catch (IOException e) {
          LOG.warn("FIFO could not be closed log={}", writer.name(), e);
        }
      }
    }
  }

  void wakeHelper() {
    helper.wake();
  }

  void settleLater() {
    settleLater.run();
  }

  /** On another thread, while the readers read on. */
  private boolean help() {
    writer.lock.lock();
    try {
      return pipeline.help();
    } finally {
      writer.lock.unlock();
      settleLater.run();
    }
  }
}
