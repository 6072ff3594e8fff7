package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.common.text.SeenText;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reader of one log. Chunks end at line ends, so that no chunk cuts a character in two. When
 * the logging surface is replaced, the stream continues from its cursor.
 */
final class TailStream implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TailStream.class);

  /** The size of the first part, the same as supervisord's. */
  private static final int FIRST_BYTES = 1024;

  private static final int CHUNK_CHARS = 8192;
  private static final long LOOK_SECONDS = 2;

  private final String log;
  private final AsyncContext context;
  private final ClientConnection peer;
  private final HostServices services;
  private final ScheduledExecutorService timer;
  private final Consumer<TailStream> gone;

  /** Guards the fields below; never held during a write. */
  private final Object lock = new Object();

  private Optional<Logs> from = Optional.empty();
  private AutoCloseable follower;
  private String cursor = "";
  private boolean begun;
  private boolean closed;
  private ScheduledFuture<?> look;

  TailStream(
      String log,
      AsyncContext context,
      ClientConnection peer,
      HostServices services,
      ScheduledExecutorService timer,
      Consumer<TailStream> gone) {
    this.log = log;
    this.context = context;
    this.peer = peer;
    this.services = services;
    this.timer = timer;
    this.gone = gone;
  }

  void start() {
    synchronized (lock) {
      look = timer.scheduleWithFixedDelay(this::look, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }
  }

  /**
   * Closes the stream if the reader has gone, and follows the current logging surface if it was
   * replaced.
   */
  private void look() {
    try {
      if (!peer.listens()) {
        close();
        return;
      }
      follow(services.findLogs());
    } catch (IOException | RuntimeException e) {
      LOG.info("log not followed, tried again log={} error={}", log, e.getMessage());
    }
  }

  private void follow(Optional<Logs> logs) throws IOException {
    AutoCloseable old;
    synchronized (lock) {
      if (closed || logs.equals(from)) {
        return;
      }
      old = follower;
      follower = null;
      from = Optional.empty();
    }
    end(old);
    if (logs.isEmpty()) {
      return;
    }
    if (!begun) {
      Logs.Tail tail = logs.get().tail(log, 100);
      begun = true;
      cursor = tail.cursor();
      write(newest(tail.lines()));
    }
    AutoCloseable following = logs.get().follow(log, cursor, this::lines);
    boolean late;
    synchronized (lock) {
      late = closed;
      follower = following;
      from = logs;
    }
    if (late) {
      end(following);
    }
  }

  private static List<String> newest(List<String> lines) {
    int first = lines.size();
    int bytes = 0;
    while (first > 0 && bytes < FIRST_BYTES) {
      bytes += lines.get(--first).length() + 1;
    }
    return lines.subList(first, lines.size());
  }

  private void lines(Logs.Batch batch) {
    if (batch.gap()) {
      write(List.of("==> lines are missing <=="));
    }
    write(batch.lines());
    synchronized (lock) {
      cursor = batch.cursor();
    }
  }

  private void write(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(SeenText.of(line)).append('\n');
      if (text.length() > CHUNK_CHARS) {
        send(text.toString());
        text.setLength(0);
      }
    }
    if (text.length() > 0) {
      send(text.toString());
    }
  }

  private void send(String text) {
    synchronized (lock) {
      if (closed) {
        return;
      }
    }
    try {
      ServletOutputStream out = context.getResponse().getOutputStream();
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException | IllegalStateException e) {
      LOG.debug("reader is gone log={} error={}", log, e.getMessage());
      timer.execute(this::close);
    }
  }

  @Override
  public void close() {
    AutoCloseable old;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      old = follower;
      follower = null;
      if (look != null) {
        look.cancel(false);
      }
    }
    gone.accept(this);
    end(old);
    try {
      context.complete();
    } catch (IllegalStateException e) {
      LOG.debug("stream was over already log={}", log, e);
    }
  }

  private static void end(AutoCloseable follower) {
    if (follower != null) {
      try {
        follower.close();
      } catch (Exception e) {
        LOG.debug("follower left", e);
      }
    }
  }
}
