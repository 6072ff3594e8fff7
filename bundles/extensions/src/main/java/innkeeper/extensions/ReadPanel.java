package innkeeper.extensions;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels.Entry;
import innkeeper.common.time.IsoTime;
import innkeeper.extensions.ForeignCalls.Call;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
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

  private final Panel panel;
  private final Means means;
  private final Entry entry;
  private final ForeignCalls<PanelReading> calls;

  ReadPanel(Panel panel, Means means) {
    this.panel = panel;
    this.means = means;
    String name = String.valueOf(panel.name());
    this.entry = new Entry(name, panel.title(), panel.scope(), List.copyOf(panel.projects()));
    this.calls =
        new ForeignCalls<>(
            "extensions-panel-" + name,
            MOST_AT_ONCE,
            means.clock(),
            means.timer(),
            means.limit(),
            "The panel gave no answer within " + means.limit().toMillis() / 1000.0 + " s.");
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
    Optional<Call<PanelReading>> before = calls.running(channelId);
    if (before.isPresent()) {
      Call<PanelReading> call = before.get();
      String at = IsoTime.text(call.at());
      return call.result().isDone()
          ? CompletableFuture.completedFuture(
              problem(channelId, "The panel was asked at " + at + " and has not answered since."))
          : call.result();
    }
    try {
      return calls.begin(channelId, () -> ask(channelId), why -> problem(channelId, why));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(
          problem(
              channelId,
              "The panel is busy: " + MOST_AT_ONCE + " earlier questions are not answered."));
    }
  }

  private PanelReading ask(String channelId) {
    try {
      PanelCut cut = new PanelCut();
      PanelContent content =
          cut.of(Objects.requireNonNull(panel.content(channelId), "content is null"));
      return reading(channelId, "", cut.cut(), content);
    } catch (Exception | Error thrown) {
      LOG.debug("panel threw panel={} channelId={}", name(), channelId, thrown);
      return problem(channelId, "The panel failed: " + ForeignText.of(thrown));
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
    calls.close("The panel's bundle has gone.");
  }
}
