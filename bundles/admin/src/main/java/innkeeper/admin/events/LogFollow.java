package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.Gap;
import innkeeper.admin.events.EventBody.LogTail;
import innkeeper.admin.events.EventBody.Unfinished;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.log.UnreadableLogException;
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
 * Follows one log for one stream, also across updates of the logging surface. It shares the {@link
 * LogFeed} with other streams while it can. Otherwise it follows alone, at its reader's speed.
 */
final class LogFollow implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogFollow.class);

  private final LogFeed feed;
  private final Supplier<ServiceSnapshot> services;
  private final LogFeed.Sink sink = new Shared();
  private final String channelId;
  private final String name;
  private final int tail;
  private final EventStream stream;
  private final ScheduledExecutorService timer;

  /** Guards all fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private Logs from;

  /** Whether the lines come from the feed. */
  private boolean shared;

  private long generation;
  private AutoCloseable follower;
  private List<TaggedLine> pending = new ArrayList<>();

  /** Assigns the first lines, and all lines that do not come from the feed, to records. */
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
  private volatile List<String> unfinished = List.of();

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
      LogFeed feed,
      Supplier<ServiceSnapshot> services,
      String channelId,
      String name,
      int tail,
      String cursor,
      EventStream stream,
      ScheduledExecutorService timer) {
    this.feed = feed;
    this.tagger = feed.tagger();
    this.services = services;
    this.channelId = channelId;
    this.name = name;
    this.tail = tail;
    this.stream = stream;
    this.timer = timer;
    this.cursor = cursor;
    stream.at(channelId, cursor);
    this.lastFlush = System.nanoTime() - LogFeed.PACE_NANOS;
  }

  /**
   * Follows through this service from now on; one call at a time. The poller repeats the call, so a
   * log that cannot be followed yet is tried again.
   *
   * @param logs null while the service is away
   */
  synchronized void by(Logs logs) {
    AutoCloseable old;
    String start;
    long mine;
    lock.lock();
    try {
      if (closed || shared || logs == from) {
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
    } finally {
      lock.unlock();
    }
    try {
      List<TimedLine> before = List.of();
      if (start.isEmpty()) {
        Logs.Tail newest = first(logs);
        start = newest.cursor();
        before = newest.timed();
      }
      if (share(logs, start, before)) {
        return;
      }
      adopt(logs, logs.follow(name, start, new Alone(mine)));
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
   * Detaches the own follower and returns it. Later calls of that follower are ignored. The caller
   * holds the lock.
   */
  private AutoCloseable letGo() {
    generation++;
    AutoCloseable old = follower;
    follower = null;
    from = null;
    return old;
  }

  /** Joins the feed. Returns whether the lines come from it from now on. */
  private boolean share(Logs logs, String cursor, List<TimedLine> before) {
    lock.lock();
    try {
      shared = !closed;
    } finally {
      lock.unlock();
    }
    if (feed.join(logs, sink, cursor, before)) {
      boolean left;
      lock.lock();
      try {
        left = closed;
      } finally {
        lock.unlock();
      }
      if (left) {
        feed.leave(sink);
      }
      return true;
    }
    alone();
    return false;
  }

  private void alone() {
    lock.lock();
    try {
      shared = false;
    } finally {
      lock.unlock();
    }
  }

  /** Receives lines from the feed. */
  private final class Shared implements LogFeed.Sink {

    @Override
    public boolean lines(byte[] json, String after) {
      if (!stream.outlet().roomy()) {
        alone();
        return false;
      }
      lock.lock();
      try {
        cursor = after;
      } finally {
        lock.unlock();
      }
      stream.log(channelId, json, after);
      return true;
    }

    @Override
    public void gap() {
      stream.tell("gap", lost());
    }

    @Override
    public void unfinished(List<String> lines) {
      tellUnfinished(lines);
    }
  }

  /** Receives the lines of a log that this stream follows alone, not shared with other streams. */
  private final class Alone implements Logs.Follower {
    private final long of;

    Alone(long of) {
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
          tellUnfinished(lines);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void tellUnfinished(List<String> lines) {
    if (!lines.equals(unfinished) && stream.outlet().roomy()) {
      unfinished = lines;
      stream.tell("unfinished", new Unfinished(channelId, lines));
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

  /** Sends the newest lines to a new reader and returns them. Following continues after them. */
  private Logs.Tail first(Logs logs) throws IOException {
    Logs.Tail newest = logs.tail(name, tail);
    boolean whole = newest.lines().size() < tail && !newest.truncated();
    lock.lock();
    try {
      tagger = feed.tagger();
      LogTail data =
          LogTail.of(
              channelId,
              newest,
              tagger.tag(newest.timed()),
              LogMarks.among(newest.timed(), whole, services.get(), channelId));
      cursor = newest.cursor();
      stream.log(channelId, Json.bytes(data), cursor);
      return newest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a batch, on the follower's thread. It waits while the reader is slow; this delays only
   * this stream.
   */
  private void lines(Logs.Batch batch, long of) {
    Logs caughtUp = null;
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
      long wait = LogFeed.PACE_NANOS - (System.nanoTime() - lastFlush);
      if (wait <= 0 || chars > LogFeed.MOST_CHARS) {
        flush();
        caughtUp = from;
      } else if (!scheduled) {
        scheduled = true;
        timer.schedule(this::flushLate, wait, TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
    if (caughtUp != null && share(caughtUp, batch.cursor(), List.of())) {
      leaveOwn();
    }
  }

  private void leaveOwn() {
    AutoCloseable old;
    lock.lock();
    try {
      old = letGo();
    } finally {
      lock.unlock();
    }
    quietly(old);
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
      stream.tell("gap", lost());
    }
    stream.log(channelId, LogFeed.json(channelId, pending, ended), cursor);
    ended = "";
    pending = new ArrayList<>();
    chars = 0;
    gap = false;
    lastFlush = System.nanoTime();
  }

  private Gap lost() {
    return Gap.log(channelId, "lines between the last seen and these are no longer on disk");
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
    feed.leave(sink);
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
