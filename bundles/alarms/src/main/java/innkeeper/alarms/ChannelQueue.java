package innkeeper.alarms;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.api.log.CleanText;
import innkeeper.api.thread.WatchedThread;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the alarms that wait for one channel, and sends them in order on one thread. The queue is
 * bounded: when it is full, the oldest alarm is given up. Callers that add an alarm never wait.
 * Safe for many threads.
 */
final class ChannelQueue implements AutoCloseable {

  static final int MOST = 256;

  /** The most alarms to send within a minute. */
  static final int MOST_A_MINUTE = 20;

  private static final long END_MILLIS = 1000;
  private static final Logger LOG = LoggerFactory.getLogger(ChannelQueue.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_ASKED = Duration.ofHours(1);
  private static final int LONGEST_ERROR = 300;

  /**
   * The tools of a queue.
   *
   * @param sendTimeout the time after which the sending thread is interrupted
   * @param watch runs the interrupt
   */
  record Means(Clock clock, Pace pace, Duration sendTimeout, ScheduledExecutorService watch) {}

  private record Entry(Alarm alarm, Instant since, Consumer<SendResult> settled) {
    boolean test() {
      return alarm.phase() == AlarmPhase.TEST;
    }
  }

  private final String name;
  private final AlarmChannel channel;
  private final Collection<String> secrets;
  private final BooleanSupplier redacted;
  private final Duration giveUp;
  private final Means means;
  private final Thread thread;

  /** The waiting alarms. Guarded by this, like all fields below. */
  private final Deque<Entry> waiting = new ArrayDeque<>();

  private final Deque<Instant> sent = new ArrayDeque<>();
  private Duration backOff = FIRST_PAUSE;
  private Instant retryAt = Instant.MIN;
  private Instant askedUntil = Instant.MIN;
  private boolean sending;
  private boolean closed;
  private long delivered;
  private long givenUp;
  private long untold;
  private String error = "";
  private Optional<Instant> lastSuccess = Optional.empty();
  private Optional<Instant> lastFailure = Optional.empty();

  /** Waits for a notification of an object, whose monitor the caller holds; tests replace it. */
  interface Pace {
    void await(Object changed, Duration longest) throws InterruptedException;
  }

  /**
   * @param secrets texts that no message may show
   * @param redacted whether the redaction engine knows these secrets; without that nothing is sent
   */
  ChannelQueue(
      String name,
      AlarmChannel channel,
      Collection<String> secrets,
      BooleanSupplier redacted,
      Means means) {
    this.name = name;
    this.channel = channel;
    this.secrets = secrets;
    this.redacted = redacted;
    this.giveUp = channel.giveUpAfter();
    this.means = means;
    this.thread = new WatchedThread("alarms-" + name, this::run);
  }

  void start() {
    thread.start();
  }

  /**
   * Adds an alarm; a test goes before all waiting alarms.
   *
   * @param settled called once, on this queue's thread or the caller's, when no further try follows
   */
  void add(Alarm alarm, Consumer<SendResult> settled) {
    Optional<Entry> oldest = Optional.empty();
    synchronized (this) {
      if (closed) {
        return;
      }
      Entry entry = new Entry(alarm, means.clock().instant(), settled);
      if (entry.test()) {
        waiting.addFirst(entry);
      } else {
        if (waiting.size() >= MOST) {
          oldest = Optional.ofNullable(waiting.pollFirst());
        }
        waiting.addLast(entry);
      }
      notifyAll();
    }
    oldest.ifPresent(entry -> giveUp(entry, SendResult.refused(MOST + " alarms wait already")));
  }

  /**
   * @param mistake in the channel's settings; empty if they are right
   */
  synchronized ChannelStatus status(String mistake) {
    return new ChannelStatus(
        name, mistake, lastSuccess, lastFailure, error, waiting.size(), delivered, givenUp);
  }

  private void run() {
    try {
      for (Optional<Entry> entry = next(); entry.isPresent(); entry = next()) {
        SendResult result = clean(attempt(entry.get()));
        if (!closed()) {
          settle(entry.get(), result);
        } else if (result.outcome() == Outcome.DELIVERED) {
          entry.get().settled().accept(result);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean closed() {
    return closed;
  }

  /**
   * Returns the first alarm, which stays in the queue, as soon as it may be sent; empty when
   * closed.
   */
  private synchronized Optional<Entry> next() throws InterruptedException {
    while (!closed) {
      Instant now = means.clock().instant();
      Entry first = waiting.peekFirst();
      Instant at = first == null ? Instant.MAX : mayBeSent(first, now);
      if (!at.isAfter(now)) {
        return Optional.of(first);
      }
      Duration longest = first == null ? LONGEST_PAUSE : Duration.between(now, at);
      means.pace().await(this, longest);
    }
    return Optional.empty();
  }

  private Instant mayBeSent(Entry entry, Instant now) {
    while (!sent.isEmpty() && !sent.peekFirst().plusSeconds(60).isAfter(now)) {
      sent.pollFirst();
    }
    Instant at = askedUntil;
    if (sent.size() >= MOST_A_MINUTE && sent.peekFirst().plusSeconds(60).isAfter(at)) {
      at = sent.peekFirst().plusSeconds(60);
    }
    return entry.test() || at.isAfter(retryAt) ? at : retryAt;
  }

  private SendResult attempt(Entry entry) throws InterruptedException {
    long told;
    synchronized (this) {
      told = untold;
      sending = true;
      sent.addLast(means.clock().instant());
    }
    ScheduledFuture<?> watch =
        means
            .watch()
            .schedule(this::interrupt, means.sendTimeout().toMillis(), TimeUnit.MILLISECONDS);
    try {
      if (!redacted.getAsBoolean()) {
        return SendResult.later("the logging bundle is away, and it must redact secrets first");
      }
      SendResult result = channel.send(entry.alarm().dropped(told));
      if (result.outcome() == Outcome.DELIVERED) {
        synchronized (this) {
          untold -= told;
        }
      }
      return result;
    } catch (InterruptedException e) {
      if (closed()) {
        throw e;
      }
      return SendResult.later("not sent within " + means.sendTimeout().toSeconds() + " s");
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return SendResult.later(why);
    } finally {
      watch.cancel(false);
      synchronized (this) {
        sending = false;
        if (!closed) {
          // An interrupt that came too late must not end the next attempt.
          Thread.interrupted();
        }
      }
    }
  }

  private synchronized void interrupt() {
    if (sending) {
      thread.interrupt();
    }
  }

  /**
   * Redacts the secrets in a channel's message, because no message may show its URL or password.
   */
  private SendResult clean(SendResult result) {
    String text = result.error();
    for (String secret : secrets) {
      if (!secret.isBlank()) {
        text = text.replace(secret, "[REDACTED]");
      }
    }
    text = Alarm.cut(CleanText.of(text).replaceAll("\\p{Cntrl}+", " "), LONGEST_ERROR);
    return new SendResult(result.outcome(), text, result.pause());
  }

  private void settle(Entry entry, SendResult result) {
    Instant now = means.clock().instant();
    boolean over = result.outcome() != Outcome.LATER || entry.test();
    boolean tooLate = !over && !entry.since().plus(giveUp).isAfter(now);
    synchronized (this) {
      note(entry, result, now);
      if ((over || tooLate) && !waiting.remove(entry)) {
        // The alarm was given up meanwhile, because the queue was full.
        return;
      }
    }
    if (result.outcome() == Outcome.DELIVERED || entry.test()) {
      entry.settled().accept(result);
    } else if (over || tooLate) {
      giveUp(entry, result);
    }
  }

  /** Notes the result of an attempt. The caller holds the lock. */
  private void note(Entry entry, SendResult result, Instant now) {
    Duration asked = result.pause().compareTo(LONGEST_ASKED) > 0 ? LONGEST_ASKED : result.pause();
    askedUntil = now.plus(asked);
    if (result.outcome() == Outcome.DELIVERED) {
      delivered++;
      lastSuccess = Optional.of(now);
      error = "";
      backOff = FIRST_PAUSE;
      retryAt = Instant.MIN;
      return;
    }
    if (error.isEmpty() || result.outcome() == Outcome.REFUSED) {
      LOG.warn(
          "alarm not delivered channel={} again={} alarm=\"{}\" error=\"{}\"",
          name,
          result.outcome() == Outcome.LATER && !entry.test(),
          entry.alarm().message().title(),
          result.error());
    }
    lastFailure = Optional.of(now);
    error = result.error().isEmpty() ? "it was not delivered" : result.error();
    if (result.outcome() == Outcome.LATER) {
      retryAt = now.plus(backOff);
      backOff = backOff.multipliedBy(2);
      backOff = backOff.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : backOff;
    }
  }

  private void giveUp(Entry entry, SendResult result) {
    synchronized (this) {
      givenUp++;
      untold++;
    }
    LOG.warn("alarm given up channel={} alarm=\"{}\"", name, entry.alarm().message().title());
    entry.settled().accept(result);
  }

  /**
   * Closes the queue. Waiting alarms stay unsettled, so the next queue of this name gets them
   * again.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
      notifyAll();
    }
    thread.interrupt();
    try {
      // A delivery in progress is written to disk, because the next version of this bundle reads
      // it.
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
