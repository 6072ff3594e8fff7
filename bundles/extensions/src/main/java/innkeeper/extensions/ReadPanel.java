package innkeeper.extensions;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels.Entry;
import innkeeper.api.thread.WatchedPool;
import innkeeper.common.time.IsoTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A panel with threads of its own, so that a hanging panel blocks only itself. Concurrent callers
 * share one answer. Safe for many threads.
 */
final class ReadPanel implements NamedServices.Named {

  private static final Logger LOG = LoggerFactory.getLogger(ReadPanel.class);
  private static final int MOST_AT_ONCE = 2;

  /**
   * The objects that a panel uses of the service that reads it.
   *
   * @param timer runs only short steps that never wait
   * @param limit the time that an answer may take
   */
  record Means(Clock clock, ScheduledExecutorService timer, Duration limit) {}

  /**
   * One request to the panel.
   *
   * @param begun whether a thread has begun with it
   */
  private record Asked(Instant at, CompletableFuture<PanelReading> answer, AtomicBoolean begun) {}

  private final Panel panel;
  private final Means means;
  private final Entry entry;
  private final WatchedPool threads;

  /** The requests by project, until the panel has returned. Guarded by this. */
  private final Map<String, Asked> asked = new HashMap<>();

  /** Reads all properties of the panel, without its content. */
  ReadPanel(Panel panel, Means means) {
    this.panel = panel;
    this.means = means;
    String name = String.valueOf(panel.name());
    this.entry = new Entry(name, panel.title(), panel.scope(), List.copyOf(panel.projects()));
    this.threads =
        new WatchedPool(
            "extensions-panel-" + name,
            0,
            MOST_AT_ONCE,
            0,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.AbortPolicy());
  }

  @Override
  public String name() {
    return entry.name();
  }

  Entry entry() {
    return new Entry(
        entry.name(), ForeignText.of(entry.title(), 60), entry.scope(), entry.projects());
  }

  /**
   * Returns the current content, or why it is missing. The result completes within the limit in any
   * case.
   */
  synchronized CompletableFuture<PanelReading> read(String channelId) {
    Asked before = asked.get(channelId);
    if (before != null) {
      return before.answer().isDone()
          ? CompletableFuture.completedFuture(
              problem(
                  channelId,
                  "The panel was asked at "
                      + IsoTime.text(before.at())
                      + " and has not answered since."))
          : before.answer();
    }
    Asked now = new Asked(means.clock().instant(), new CompletableFuture<>(), new AtomicBoolean());
    try {
      asked.put(channelId, now);
      Future<?> task = threads.submit(() -> ask(channelId, now));
      Future<?> timeout =
          means
              .timer()
              .schedule(
                  () -> late(channelId, now, task),
                  means.limit().toMillis(),
                  TimeUnit.MILLISECONDS);
      now.answer().whenComplete((reading, failure) -> timeout.cancel(false));
    } catch (RejectedExecutionException e) {
      asked.remove(channelId);
      now.answer()
          .complete(
              problem(
                  channelId,
                  "The panel is busy: " + MOST_AT_ONCE + " earlier questions are not answered."));
    }
    return now.answer();
  }

  private void ask(String channelId, Asked now) {
    PanelReading reading;
    now.begun().set(true);
    try {
      PanelCut cut = new PanelCut();
      PanelContent content =
          cut.of(Objects.requireNonNull(panel.content(channelId), "content is null"));
      reading = reading(channelId, "", cut.cut(), content);
    } catch (Exception | Error thrown) {
      LOG.debug("panel threw panel={} channelId={}", name(), channelId, thrown);
      reading = problem(channelId, "The panel failed: " + ForeignText.of(thrown));
    }
    synchronized (this) {
      asked.remove(channelId, now);
    }
    now.answer().complete(reading);
  }

  private void late(String channelId, Asked now, Future<?> task) {
    now.answer()
        .complete(
            problem(
                channelId,
                "The panel gave no answer within " + means.limit().toMillis() / 1000.0 + " s."));
    task.cancel(true);
    if (!now.begun().get()) {
      // The machine is so busy that the panel was never called.
      synchronized (this) {
        asked.remove(channelId, now);
      }
    }
  }

  private PanelReading problem(String channelId, String why) {
    return reading(channelId, ForeignText.of(why, 500), false, PanelContent.EMPTY);
  }

  private PanelReading reading(
      String channelId, String problem, boolean cut, PanelContent content) {
    return new PanelReading(
        entry.name(),
        ForeignText.of(entry.title(), 60),
        channelId,
        means.clock().instant(),
        problem,
        cut,
        content);
  }

  /** Completes all open requests, because the service was unregistered. */
  void close() {
    Map<String, Asked> left;
    synchronized (this) {
      left = Map.copyOf(asked);
    }
    left.forEach((id, one) -> one.answer().complete(problem(id, "The panel's bundle has gone.")));
    threads.shutdownNow();
  }
}
