package innkeeper.admin;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.audit.Actor;
import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Actions and panels as a test sets them. */
final class FakeExtensions implements ProjectActions, Panels {

  static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");

  final List<Offer> offers = new ArrayList<>();
  final List<Entry> panels = new ArrayList<>();
  final List<Actor> actors = new ArrayList<>();
  CompletableFuture<ActionRun> end = new CompletableFuture<>();
  String text = "";
  PanelContent content = PanelContent.EMPTY;

  static Offer offer(String name, String title, boolean dangerous) {
    return new Offer(name, title, "What it does.", dangerous, List.of(), 30, Optional.empty());
  }

  /** Something to look at. */
  void sample() {
    offers.add(offer("clear-cache", "Clear the cache", false));
    offers.add(offer("drop-queue", "Drop the queue", true));
    panels.add(new Entry("queue", "Orders that wait", Panel.Scope.PROJECT, List.of()));
    panels.add(new Entry("disks", "Disks", Panel.Scope.HOST, List.of()));
    List<Point> points = new ArrayList<>();
    for (int i = 60; i > 0; i--) {
      if (i < 20 || i > 30) {
        points.add(new Point(Instant.now().minusSeconds(60L * i), 40 * Math.sin(i / 9.0)));
      }
    }
    content =
        PanelContent.EMPTY
            .text("The worker takes them, the oldest first.")
            .figure("waiting", 1234.5, "orders")
            .figure("size", 3e6, "bytes")
            .figure("oldest", Double.NaN, "s")
            .table(
                new Table(
                    "By kind",
                    List.of("Kind", "Waiting"),
                    List.of(List.of("mail", "7"), List.of("<b>post</b>", "1"))))
            .series(new Series("balance", "orders", points))
            .series(new Series("size", "bytes", points));
    end.complete(run("clear-cache", State.DONE));
  }

  ActionRun run(String name, State state) {
    return new ActionRun(
        name,
        "c1",
        state,
        text,
        THEN,
        state == State.RUNNING ? Optional.empty() : Optional.of(THEN.plusSeconds(1)),
        Actor.of(Actor.Via.HTTP));
  }

  @Override
  public List<Offer> offers(String channelId) {
    return List.copyOf(offers);
  }

  @Override
  public Ticket run(String name, String project, boolean confirmed, Actor actor) {
    if (!List.of("c1", "demo").contains(project)) {
      throw new UnknownProjectException(project);
    }
    Offer offer =
        offers.stream()
            .filter(o -> o.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new UnknownActionException("there are: clear-cache"));
    if (offer.dangerous() && !confirmed) {
      throw new ActionRefusedException(name + " can do harm, so it has to be confirmed", true);
    }
    actors.add(actor);
    return new Ticket(run(name, State.RUNNING), end);
  }

  @Override
  public List<Entry> entries() {
    return List.copyOf(panels);
  }

  @Override
  public CompletableFuture<PanelReading> read(String name, String project) {
    Entry entry =
        panels.stream()
            .filter(p -> p.name().equals(name) && p.of(project))
            .findFirst()
            .orElseThrow(() -> new UnknownPanelException("there are: queue"));
    return CompletableFuture.completedFuture(
        new PanelReading(name, entry.title(), project, THEN, text, true, content));
  }
}
