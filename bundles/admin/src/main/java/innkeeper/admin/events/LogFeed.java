package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.LogLines;
import innkeeper.admin.http.Json;
import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogRecords;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one log, and writes its lines as JSON, once for all streams that have reached its end. A
 * stream that is elsewhere or too slow follows the log alone ({@link LogFollow}). It joins when it
 * reaches a place that this feed remembers.
 */
final class LogFeed {

  private static final Logger LOG = LoggerFactory.getLogger(LogFeed.class);

  /** Lines that come close together are sent together: at most this many times a second. */
  static final int PER_SECOND = 30;

  static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
  static final int MOST_CHARS = 128 * 1024;
  private static final int REMEMBERED_CHARS = 1024 * 1024;

  /** A stream that takes part in the feed. Its methods never block. */
  interface Sink {

    /**
     * Takes lines as the body of an event.
     *
     * @param after the reader's place in the log after these lines
     * @return false if there was no room; the sink has then taken nothing and leaves the feed
     */
    boolean lines(byte[] json, String after);

    /** Reports that lines are missing before the next ones. */
    void gap();

    /** Replaces the unfinished lines. */
    void unfinished(List<String> lines);
  }

  /** The lines of one read, and the place after them. */
  private record Batch(List<TaggedLine> lines, int chars, String after, String ended) {}

  private final String channelId;
  private final String name;
  private final Supplier<Optional<LogRecords>> records;
  private final ScheduledExecutorService timer;

  /** Guards all fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Set<Sink> sinks = new LinkedHashSet<>();

  /** The newest batches, sent or not; {@code base} is the place before the first. */
  private final ArrayDeque<Batch> batches = new ArrayDeque<>();

  private String base = "";
  private int remembered;

  /** The number of newest batches that are not sent yet. */
  private int untold;

  private int untoldChars;

  /** The lines that have no end yet. */
  private List<String> unfinished = List.of();

  private Logs from;
  private RecordTagger tagger;
  private AutoCloseable follower;
  private long generation;
  private long lastTold = System.nanoTime() - PACE_NANOS;
  private boolean scheduled;

  LogFeed(
      String channelId,
      String name,
      Supplier<Optional<LogRecords>> records,
      ScheduledExecutorService timer) {
    this.channelId = channelId;
    this.name = name;
    this.records = records;
    this.tagger = tagger();
    this.timer = timer;
  }

  /**
   * Creates a tagger that assigns lines to records. Its first line must not be in the middle of a
   * record.
   */
  RecordTagger tagger() {
    return new RecordTagger(records.get());
  }

  /**
   * Adds a sink that has reached the given place.
   *
   * @param before lines before that place; the last record in them may continue; empty if not known
   * @return false if the sink was not added: this feed does not know the place, cannot follow the
   *     log now, or the sink has no room for the lines after the place
   */
  boolean join(Logs logs, Sink sink, String cursor, List<TimedLine> before) {
    lock.lock();
    try {
      if (sinks.isEmpty()) {
        return begin(logs, sink, cursor, before);
      }
      if (logs != from || !knows(cursor)) {
        return false;
      }
      tell();
      List<TaggedLine> missed = after(cursor);
      if (!missed.isEmpty() && !sink.lines(json(channelId, missed, ""), place())) {
        return false;
      }
      sink.unfinished(unfinished);
      return sinks.add(sink);
    } finally {
      lock.unlock();
    }
  }

  private boolean begin(Logs logs, Sink sink, String cursor, List<TimedLine> before) {
    stop();
    base = cursor;
    tagger = tagger();
    tagger.tag(before);
    sinks.add(sink);
    if (follow(logs)) {
      return true;
    }
    sinks.clear();
    return false;
  }

  void leave(Sink sink) {
    lock.lock();
    try {
      sinks.remove(sink);
      if (sinks.isEmpty()) {
        stop();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reads the log through this service from now on; null while the service is away. */
  void by(Logs logs) {
    lock.lock();
    try {
      if (logs == from || sinks.isEmpty()) {
        return;
      }
      tell();
      leaveFollower();
      if (logs != null) {
        tagger = tagger();
        follow(logs);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean follow(Logs logs) {
    long mine = ++generation;
    try {
      follower = logs.follow(name, place(), new Follower(mine));
      from = logs;
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.debug("log cannot be followed yet log={}", name, e);
      return false;
    }
  }

  private final class Follower implements Logs.Follower {
    private final long of;

    Follower(long of) {
      this.of = of;
    }

    @Override
    public void lines(Logs.Batch batch) {
      come(batch, of);
    }

    @Override
    public void unfinished(List<String> lines) {
      lock.lock();
      try {
        if (of == generation) {
          tell();
          unfinished = lines;
          sinks.forEach(sink -> sink.unfinished(lines));
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void stop() {
    leaveFollower();
    unfinished = List.of();
    forget("");
  }

  private void leaveFollower() {
    AutoCloseable old = follower;
    follower = null;
    from = null;
    generation++;
    if (old != null) {
      // close() waits for the follower's thread, which may wait for this lock.
      quietly(() -> timer.execute(() -> close(old)));
    }
  }

  private static void quietly(Runnable task) {
    try {
      task.run();
    } catch (RejectedExecutionException e) {
      LOG.debug("everything ends", e);
    }
  }

  private void close(AutoCloseable old) {
    try {
      old.close();
    } catch (Exception e) {
      LOG.debug("follower did not close log={}", name, e);
    }
  }

  /** Takes a batch, on the follower's thread. */
  private void come(Logs.Batch came, long of) {
    lock.lock();
    try {
      if (of != generation) {
        return;
      }
      if (came.gap()) {
        tell();
        forget(came.cursor());
        sinks.forEach(Sink::gap);
      }
      if (!came.ended().isEmpty()) {
        tell();
      }
      int chars = came.lines().stream().mapToInt(String::length).sum();
      batches.add(new Batch(tagger.tag(came.timed()), chars, came.cursor(), came.ended()));
      remembered += chars;
      untold++;
      untoldChars += chars;
      long wait = PACE_NANOS - (System.nanoTime() - lastTold);
      if (wait <= 0 || untoldChars > MOST_CHARS) {
        tell();
      } else if (!scheduled) {
        scheduled = true;
        quietly(() -> timer.schedule(this::tellLate, wait, TimeUnit.NANOSECONDS));
      }
    } finally {
      lock.unlock();
    }
  }

  private void tellLate() {
    lock.lock();
    try {
      scheduled = false;
      tell();
    } finally {
      lock.unlock();
    }
  }

  private void tell() {
    if (untold == 0) {
      return;
    }
    List<TaggedLine> lines = new ArrayList<>();
    String ended = "";
    int skip = batches.size() - untold;
    for (Batch batch : batches) {
      if (skip-- <= 0) {
        // Only the first batch can follow a rotation: earlier lines were sent when the rotation
        // came.
        ended = lines.isEmpty() ? batch.ended() : ended;
        lines.addAll(batch.lines());
      }
    }
    untold = 0;
    untoldChars = 0;
    lastTold = System.nanoTime();
    if (!lines.isEmpty()) {
      byte[] json = json(channelId, lines, ended);
      String after = place();
      sinks.removeIf(sink -> !sink.lines(json, after));
    }
    while (remembered > REMEMBERED_CHARS && batches.size() > 1) {
      Batch oldest = batches.removeFirst();
      remembered -= oldest.chars();
      base = oldest.after();
    }
    if (sinks.isEmpty()) {
      stop();
    }
  }

  private void forget(String cursor) {
    batches.clear();
    remembered = 0;
    untold = 0;
    untoldChars = 0;
    base = cursor;
  }

  private String place() {
    return Optional.ofNullable(batches.peekLast()).map(Batch::after).orElse(base);
  }

  /**
   * Returns whether the place is remembered and all lines after it are from one file. Otherwise the
   * mark of the rotation would be lost.
   */
  private boolean knows(String cursor) {
    boolean past = cursor.equals(base);
    boolean turned = false;
    for (Batch batch : batches) {
      turned |= past && !batch.ended().isEmpty();
      past |= batch.after().equals(cursor);
    }
    return past && !turned;
  }

  private List<TaggedLine> after(String cursor) {
    List<TaggedLine> lines = new ArrayList<>();
    boolean past = cursor.equals(base);
    for (Batch batch : batches) {
      if (past) {
        lines.addAll(batch.lines());
      }
      past |= batch.after().equals(cursor);
    }
    return lines;
  }

  /**
   * Returns the body of a log event as JSON.
   *
   * @param ended the archive that ended before these lines; "" if none did
   */
  static byte[] json(String channelId, List<TaggedLine> lines, String ended) {
    return Json.bytes(LogLines.of(channelId, lines, ended));
  }
}
