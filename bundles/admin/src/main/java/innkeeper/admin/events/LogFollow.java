package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.Gap;
import innkeeper.admin.events.EventBody.LogLines;
import innkeeper.admin.events.EventBody.LogTail;
import innkeeper.admin.events.EventBody.Unfinished;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.log.Logs;
import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.record.LogRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one log for one stream, at its reader's speed and across updates of the logging bundle.
 * Lines that come close together are sent together.
 */
final class LogFollow implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogFollow.class);
  private static final int BATCHES_PER_SECOND = 30;
  private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1) / BATCHES_PER_SECOND;
  private static final int MOST_CHARS = 128 * 1024;

  private final Supplier<ServiceSnapshot> services;
  private final String channelId;
  private final String name;
  private final int tail;
  private final EventStream stream;
  private final ScheduledExecutorService timer;

  /** Guards all fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private Logs from;
  private long generation;
  private AutoCloseable follower;
  private List<TaggedLine> pending = new ArrayList<>();
  private RecordTagger tagger;
  private int chars;
  private String cursor;
  private boolean gap;
  private String ended = "";

  /**
   * The last reason for which the log was unreadable. Only {@link #by} uses it, one call at a time.
   */
  private String unreadable = "";

  /** The unfinished lines that the reader got last. */
  private List<String> unfinished = List.of();

  private long lastFlush;
  private boolean scheduled;
  private boolean closed;

  /**
   * Creates an object that does not follow yet: {@link #by} starts it.
   *
   * @param tail the number of lines that a reader without a cursor gets first
   * @param cursor the reader's last place; "" for a new reader
   */
  LogFollow(
      Supplier<ServiceSnapshot> services,
      String channelId,
      String name,
      int tail,
      String cursor,
      EventStream stream,
      ScheduledExecutorService timer) {
    this.services = services;
    this.channelId = channelId;
    this.name = name;
    this.tail = tail;
    this.stream = stream;
    this.timer = timer;
    this.cursor = cursor;
    stream.at(channelId, cursor);
    this.lastFlush = System.nanoTime() - PACE_NANOS;
  }

  /**
   * Follows the log with this service from now on. Calls do not overlap. The poller repeats the
   * call, so a log that cannot be followed yet is tried again.
   *
   * @param logs null while the service is away
   */
  synchronized void by(Logs logs) {
    AutoCloseable old;
    String start;
    long mine;
    lock.lock();
    try {
      if (closed || logs == from) {
        return;
      }
      old = letGo();
    } finally {
      lock.unlock();
    }
    quietly(old);
    if (logs == null) {
      return;
    }
    lock.lock();
    try {
      start = cursor;
      mine = generation;
      tagger = new RecordTagger(services.get().find(LogRecords.class));
    } finally {
      lock.unlock();
    }
    try {
      if (start.isEmpty()) {
        start = first(logs);
      }
      adopt(logs, logs.follow(name, start, new Follower(mine)));
    } catch (UnreadableLogException e) {
      unreadable(e.getMessage());
    } catch (IOException | RuntimeException e) {
      LOG.debug("log cannot be followed yet log={}", name, e);
    }
  }

  /**
   * Reports to the reader why the log is unreadable, once for each reason. It is tried again later.
   */
  private void unreadable(String why) {
    if (!why.equals(unreadable)) {
      unreadable = why;
      stream.tell("gap", Gap.log(channelId, why));
    }
  }

  /**
   * Detaches the follower and returns it. Later calls of that follower are ignored. The caller
   * holds the lock.
   */
  private AutoCloseable letGo() {
    generation++;
    AutoCloseable old = follower;
    follower = null;
    from = null;
    return old;
  }

  /** Receives lines of one following. After that has been replaced, its calls are ignored. */
  private final class Follower implements Logs.Follower {
    private final long of;

    Follower(long of) {
      this.of = of;
    }

    @Override
    public void lines(Logs.Batch batch) {
      LogFollow.this.lines(batch, of);
    }

    @Override
    public void unfinished(List<String> lines) {
      lock.lock();
      try {
        if (!closed && of == generation) {
          flush();
          if (!lines.equals(unfinished) && stream.outlet().roomy()) {
            unfinished = lines;
            stream.tell("unfinished", new Unfinished(channelId, lines));
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void adopt(Logs logs, AutoCloseable started) {
    lock.lock();
    try {
      if (!closed) {
        from = logs;
        follower = started;
        return;
      }
    } finally {
      lock.unlock();
    }
    quietly(started);
  }

  /** Sends the newest lines to a new reader and returns the place after them. */
  private String first(Logs logs) throws IOException {
    Logs.Tail newest = logs.tail(name, tail);
    boolean whole = newest.lines().size() < tail && !newest.truncated();
    lock.lock();
    try {
      LogTail data =
          LogTail.of(
              channelId,
              newest,
              tagger.tag(newest.timed()),
              LogMarks.among(newest.timed(), whole, services.get(), channelId));
      cursor = newest.cursor();
      stream.log(channelId, Json.bytes(data), cursor);
      return cursor;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a batch, on the follower's thread. It waits while the reader is slow; this delays only
   * this stream.
   */
  private void lines(Logs.Batch batch, long of) {
    try {
      if (!stream.outlet().awaitRoom()) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    lock.lock();
    try {
      if (closed || of != generation) {
        return;
      }
      if (batch.gap() || !batch.ended().isEmpty()) {
        flush();
        gap = batch.gap();
        ended = batch.ended();
      }
      pending.addAll(tagger.tag(batch.timed()));
      batch.lines().forEach(line -> chars += line.length());
      cursor = batch.cursor();
      long wait = PACE_NANOS - (System.nanoTime() - lastFlush);
      if (wait <= 0 || chars > MOST_CHARS) {
        flush();
      } else if (!scheduled) {
        scheduled = true;
        timer.schedule(this::flushLate, wait, TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  private void flushLate() {
    lock.lock();
    try {
      scheduled = false;
      if (!closed) {
        flush();
      }
    } finally {
      lock.unlock();
    }
  }

  private void flush() {
    if (pending.isEmpty() && !gap) {
      return;
    }
    if (gap) {
      String why = "lines between the last seen and these are no longer on disk";
      stream.tell("gap", Gap.log(channelId, why));
    }
    stream.log(channelId, Json.bytes(LogLines.of(channelId, pending, ended)), cursor);
    ended = "";
    pending = new ArrayList<>();
    chars = 0;
    gap = false;
    lastFlush = System.nanoTime();
  }

  @Override
  public void close() {
    AutoCloseable old;
    lock.lock();
    try {
      closed = true;
      old = letGo();
    } finally {
      lock.unlock();
    }
    quietly(old);
  }

  private void quietly(AutoCloseable old) {
    if (old == null) {
      return;
    }
    try {
      old.close();
    } catch (Exception e) {
      LOG.debug("follower did not close log={}", name, e);
    }
  }
}
