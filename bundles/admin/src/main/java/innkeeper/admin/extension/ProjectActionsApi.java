package innkeeper.admin.extension;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.rest.ProjectsApi;
import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Serves GET and POST /api/projects/ID/actions: actions that third parties' bundles offer for a
 * project.
 */
public final class ProjectActionsApi {

  private static final Parameter WAIT =
      Parameter.number("wait", "Seconds to wait for the end of the run.", 10, 0, 60);
  private static final Parameter NAME = Parameter.query("name", "The action's name. Required.");
  private static final Parameter CONFIRM =
      Parameter.flag("confirm", "true: a person has confirmed a dangerous action.");

  private ProjectActionsApi() {}

  record ActionList(List<Offer> actions) {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/projects/{id}/actions")
            .named("listActions", "extensions", "What bundles of third parties offer to do to it.")
            .takes(ProjectsApi.PROJECT)
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .tagged()
            .returns("By name, with the newest run.", ActionList.class, ProjectActionsApi::list),
        Route.post("/api/projects/{id}/actions")
            .named("runAction", "extensions", "Runs one of these actions.")
            .describes(
                "It takes no arguments, and is written to the audit record before it begins.")
            .takes(ProjectsApi.PROJECT, NAME, CONFIRM, WAIT)
            .answers(200, "The run has ended; state says how.", ActionRun.class)
            .answers(202, "The run has not ended.", ActionRun.class)
            .refuses(Problem.Kind.UNKNOWN_ACTION, Problem.Kind.ACTION_REFUSED)
            .by(ProjectActionsApi::run));
  }

  private static ActionList list(Exchange exchange) {
    String channelId = ProjectsApi.project(exchange).channelId();
    return new ActionList(exchange.get(ProjectActions.class).offers(channelId));
  }

  private static void run(Exchange exchange) throws IOException {
    Query query = exchange.query();
    int seconds = query.count(WAIT);
    String name =
        query
            .text("name")
            .orElseThrow(
                () ->
                    Problem.bad(
                        "The parameter \"name\" is missing; GET this path lists the actions."));
    boolean confirmed = query.flag(CONFIRM);
    ProjectActions actions = exchange.get(ProjectActions.class);
    Ticket ticket = begin(() -> actions.run(name, exchange.id(), confirmed, exchange.actor()));
    exchange.await(ticket.ended(), seconds, x -> answer(x, ticket));
  }

  private static Ticket begin(Supplier<Ticket> run) {
    try {
      return run.get();
    } catch (ActionRefusedException e) {
      throw new Problem(
          Problem.Kind.ACTION_REFUSED,
          e.getMessage() + (e.unconfirmed() ? ": send confirm=true" : ""));
    }
  }

  private static void answer(Exchange exchange, Ticket ticket) throws IOException {
    boolean over = ticket.ended().isDone();
    exchange.json(over ? 200 : 202, over ? ticket.ended().join() : ticket.run());
  }
}
