package innkeeper.shell;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.audit.Actor;
import innkeeper.api.panel.PanelContent;
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

  private static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");

  final List<Offer> offers = new ArrayList<>();
  final List<Entry> panels = new ArrayList<>();
  final List<String> ran = new ArrayList<>();
  State ends = State.DONE;
  String text = "";
  String problem = "";
  PanelContent content = PanelContent.EMPTY;

  static Offer offer(String name, boolean dangerous) {
    return new Offer(name, "Title of " + name, "", dangerous, List.of(), 30, Optional.empty());
  }

  @Override
  public List<Offer> offers(String channelId) {
    return List.copyOf(offers);
  }

  @Override
  public Ticket run(String name, String project, boolean confirmed, Actor actor) {
    if (!project.equals("web")) {
      throw new UnknownProjectException(project);
    }
    Offer offer =
        offers.stream()
            .filter(o -> o.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new UnknownActionException("web has no action \"" + name + "\""));
    if (offer.dangerous() && !confirmed) {
      throw new ActionRefusedException(name + " can do harm, so it has to be confirmed", true);
    }
    ran.add(name + " " + project + " " + actor.via().word());
    ActionRun run = new ActionRun(name, project, ends, text, THEN, Optional.of(THEN), actor);
    return new Ticket(run, CompletableFuture.completedFuture(run));
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
        new PanelReading(name, entry.title(), project, THEN, problem, false, content));
  }
}
