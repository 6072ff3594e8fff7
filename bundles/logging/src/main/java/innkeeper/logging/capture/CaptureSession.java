package innkeeper.logging.capture;

import innkeeper.logging.capture.fifo.Fifo;
import innkeeper.logging.capture.fifo.FifoPoller;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readers of one server's FIFOs, from the comparison of ring and log until they have to leave.
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

  /** The readers of the streams that are read. Its monitor guards it and {@link #live}. */
  private final Map<ServerStream, StreamReader> readers = new EnumMap<>(ServerStream.class);

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private int live;
  private volatile boolean leaving;

  /**
   * Creates a session without readers; {@link #read} adds one.
   *
   * @param settleLater displays unfinished lines after a pause
   * @param over receives the reason for the end once, on a thread of the pool; null if the end was
   *     requested
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

  /** Returns the FIFO of a stream; null while the stream is not read. */
  Fifo fifo(ServerStream stream) {
    synchronized (readers) {
      StreamReader reader = readers.get(stream);
      return reader == null ? null : reader.fifo();
    }
  }

  /** Begins to read a FIFO, or closes it if the session has ended. */
  void read(ServerStream stream, Fifo fifo) throws IOException {
    StreamReader reader = new StreamReader(stream, fifo, this, writer, pool, poller);
    synchronized (readers) {
      if (leaving || readers.putIfAbsent(stream, reader) != null) {
        fifo.close();
        return;
      }
      live++;
      if (live > 1) {
        pipeline.paces().both();
      }
    }
    pool.execute(reader);
  }

  /** Asks the readers to end. Each ends as soon as it is between two reads. */
  void leave() {
    leaving = true;
    List<StreamReader> now;
    synchronized (readers) {
      now = List.copyOf(readers.values());
    }
    now.forEach(StreamReader::wake);
  }

  /**
   * Records the end of a reader.
   *
   * @param why the failure; null if the end was requested
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
    for (StreamReader reader : readers.values()) {
      try {
        reader.fifo().close();
      } catch (IOException e) {
        LOG.warn("FIFO could not be closed log={}", writer.name(), e);
      }
    }
  }

  void wakeHelper() {
    helper.wake();
  }

  void settleLater() {
    settleLater.run();
  }

  /** Processes bytes on another thread, while the readers continue to read. */
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
