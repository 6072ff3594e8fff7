package innkeeper.admin.events;

import innkeeper.api.log.Logs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one log for one stream, over swaps of the logging surface too. Lines that come close
 * together go out together: at most {@value #PER_SECOND} times a second.
 */
final class LogFollow implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogFollow.class);
  private static final int PER_SECOND = 20;
  private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
  private static final int MOST_CHARS = 128 * 1024;

  private final String channelId;
  private final String name;
  private final int tail;
  private final EventStream stream;
  private final ScheduledExecutorService timer;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private Logs from;
  private long generation;
  private AutoCloseable follower;
  private List<String> pending = new ArrayList<>();
  private int chars;
  private String cursor;
  private boolean gap;
  private long lastFlush;
  private boolean scheduled;
  private boolean closed;

  /**
   * @param tail how many lines a reader without a cursor gets first
   */
  LogFollow(
      String channelId, String name, int tail, EventStream stream, ScheduledExecutorService timer) {
    this.channelId = channelId;
    this.name = name;
    this.tail = tail;
    this.stream = stream;
    this.timer = timer;
    this.cursor = stream.cursor();
    this.lastFlush = System.nanoTime() - PACE_NANOS;
  }

  /**
   * Follows by this service from now on; one call at a time. Where it cannot yet, it is asked
   * again.
   *
   * @param logs null while there is none
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
      generation++;
      old = follower;
      follower = null;
      from = null;
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
    } finally {
      lock.unlock();
    }
    try {
      if (start.isEmpty()) {
        start = first(logs);
      }
      adopt(logs, logs.follow(name, start, batch -> lines(batch, mine)));
    } catch (IOException | RuntimeException e) {
      LOG.debug("log cannot be followed yet log={}", name, e);
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

  /** A new reader gets the newest lines as they are, and from there on whatever comes. */
  private String first(Logs logs) throws IOException {
    Logs.Tail newest = logs.tail(name, tail);
    Map<String, Object> data = data(newest.lines());
    data.put("reset", true);
    data.put("truncated", newest.truncated());
    lock.lock();
    try {
      cursor = newest.cursor();
      stream.log("log", data, cursor);
      return cursor;
    } finally {
      lock.unlock();
    }
  }

  private Map<String, Object> data(List<String> lines) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("channelId", channelId);
    data.put("lines", lines);
    return data;
  }

  /** On the follower's thread; waits while the reader is behind, then only this stream does. */
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
      if (batch.gap()) {
        flush();
        gap = true;
      }
      pending.addAll(batch.lines());
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
      Map<String, Object> lost = new LinkedHashMap<>();
      lost.put("what", "log");
      lost.put("channelId", channelId);
      lost.put("detail", "lines between the last seen and these are no longer on disk");
      stream.tell("gap", lost);
    }
    stream.log("log", data(pending), cursor);
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
      old = follower;
      follower = null;
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
