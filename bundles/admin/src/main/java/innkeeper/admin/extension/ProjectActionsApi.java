package innkeeper.admin.extension;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.AsyncAnswer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.NumberParameter;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.action.ProjectActions.UnknownActionException;
import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * Serves GET and POST /api/projects/ID/actions: actions that third parties' bundles offer for a
 * project.
 */
public final class ProjectActionsApi {

  private static final NumberParameter WAIT =
      new NumberParameter("wait", "Seconds to wait for the end of the run.", 10, 0, 60);

  private static final TextParameter PROJECT =
      TextParameter.id("channelId, or name where no channelId is the same.");

  private static final TextParameter NAME =
      TextParameter.query("name", "The action's name. Required.");

  private static final TextParameter CONFIRM =
      TextParameter.word(
          "confirm", "true: a person has confirmed a dangerous action.", List.of("true", "false"));

  private final Function<Exchange, Actor> actor;
  private final InFlight inFlight;
  private final ScheduledExecutorService timer;

  /**
   * Creates the routes' state.
   *
   * @param actor finds the user and the process of a request
   */
  public ProjectActionsApi(
      Function<Exchange, Actor> actor, InFlight inFlight, ScheduledExecutorService timer) {
    this.actor = actor;
    this.inFlight = inFlight;
    this.timer = timer;
  }

  /** The body of the answer. */
  record ActionList(List<Offer> actions) {}

  public List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/projects/{id}/actions",
            this::list,
            new Operation(
                    "listActions", "extensions", "What bundles of third parties offer to do to it.")
                .takes(PROJECT)
                .answers(Answer.json(200, "By name, with the newest run.", ActionList.class))
                .refuses(Problem.Kind.UNKNOWN_PROJECT)
                .tagged()),
        new Route(
            "POST",
            "/api/projects/{id}/actions",
            this::run,
            new Operation("runAction", "extensions", "Runs one of these actions.")
                .describes(
                    "It takes no arguments, and is written to the audit record before it begins.")
                .takes(PROJECT, NAME, CONFIRM, WAIT)
                .answers(Answer.json(200, "The run has ended; state says how.", ActionRun.class))
                .answers(Answer.json(202, "The run has not ended.", ActionRun.class))
                .refuses(Problem.Kind.UNKNOWN_ACTION, Problem.Kind.ACTION_REFUSED)));
  }

  private void list(Exchange exchange) throws IOException {
    ProjectStatus project =
        exchange
            .services()
            .supervisor()
            .project(exchange.id())
            .orElseThrow(() -> new UnknownProjectException(exchange.id()));
    exchange.jsonTagged(new ActionList(exchange.services().actions().offers(project.channelId())));
  }

  private void run(Exchange exchange) throws IOException {
    long seconds = exchange.query().number(WAIT);
    Ticket ticket;
    try {
      ticket = begin(exchange);
    } catch (UnknownActionException e) {
      throw new Problem(Problem.Kind.UNKNOWN_ACTION, e.getMessage());
    } catch (ActionRefusedException e) {
      throw new Problem(
          Problem.Kind.ACTION_REFUSED,
          e.getMessage() + (e.unconfirmed() ? ": send confirm=true" : ""));
    }
    if (seconds == 0 || ticket.ended().isDone()) {
      answer(exchange, ticket);
    } else {
      new AsyncAnswer(exchange, inFlight, timer)
          .await(ticket.ended(), seconds, () -> answer(exchange, ticket));
    }
  }

  /**
   * Begins the run that a request asks for.
   *
   * @throws ActionRefusedException if it is not confirmed, or cannot begin now
   * @throws UnknownActionException if the project has no such action
   * @throws Problem if a parameter is missing or wrong
   */
  private Ticket begin(Exchange exchange) {
    Query query = exchange.query();
    String name =
        query
            .text("name")
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.BAD_VALUE,
                        "The parameter \"name\" is missing; GET this path lists the actions."));
    String confirm = query.text("confirm").orElse("false");
    if (!confirm.equals("true") && !confirm.equals("false")) {
      throw new Problem(
          Problem.Kind.BAD_VALUE,
          "The parameter \"confirm\" takes true or false, not \"" + Query.shown(confirm) + "\".");
    }
    return exchange
        .services()
        .actions()
        .run(name, exchange.id(), confirm.equals("true"), actor.apply(exchange));
  }

  private static void answer(Exchange exchange, Ticket ticket) throws IOException {
    boolean over = ticket.ended().isDone();
    exchange.json(over ? 200 : 202, over ? ticket.ended().join() : ticket.run());
  }
}
