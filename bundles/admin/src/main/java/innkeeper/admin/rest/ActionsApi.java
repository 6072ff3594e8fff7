package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonWord;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Ticket;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves POST /api/projects/ID/start, stop and restart. A request waits for the target state
 * without a thread.
 */
public final class ActionsApi {

  /** An action that changes a project's desired state. */
  public enum Action implements JsonWord {
    START,
    STOP,
    RESTART;

    Ticket ask(Supervisor supervisor, String id, Supplier<Actor> actor) {
      return switch (this) {
        case START -> supervisor.start(id, actor);
        case STOP -> supervisor.stop(id, actor);
        case RESTART -> supervisor.restart(id, actor);
      };
    }

    boolean reached(ProjectStatus status) {
      return switch (status.state()) {
        case RUNNING -> this != STOP;
        case STOPPED, EXITED, FATAL -> this == STOP;
        default -> false;
      };
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(ActionsApi.class);

  private static final Parameter WAIT =
      Parameter.number("wait", "Seconds to wait for the target state.", 2, 0, 60);

  private ActionsApi() {}

  record ActionResult(
      boolean ok,
      Action action,
      String channelId,
      boolean changed,
      ProjectState state,
      Desired desired) {}

  /** Writes the answer after an action. */
  public interface Completion {

    void write(Ticket ticket, ProjectStatus status) throws IOException;
  }

  public static List<Route> routes() {
    return List.of(
        route(Action.START, "Starts it. Idempotent."),
        route(Action.STOP, "Stops it; done when its whole process group has ended. Idempotent.")
            .describes(
                "Projects that start after this one and are being stopped too stop first."
                    + " Projects without a request to stop within 250 ms keep running."),
        route(Action.RESTART, "Stops it if it runs, then starts it. Idempotent."));
  }

  private static Route route(Action action, String summary) {
    return Route.post("/api/projects/{id}/" + action.word())
        .named(action.word() + "Project", "projects", summary)
        .takes(ProjectsApi.PROJECT, WAIT)
        .answers(200, "The target state is reached.", ActionResult.class)
        .answers(202, "Under way.", ActionResult.class)
        .refuses(Problem.Kind.UNKNOWN_PROJECT, Problem.Kind.STATE_CONFLICT)
        .by(x -> act(action, x, (ticket, status) -> answer(x, action, ticket, status)));
  }

  /** Starts the action. Answers when its target state is reached, or after a time limit. */
  public static void act(Action action, Exchange exchange, Completion answer) throws IOException {
    int seconds = exchange.query().count(WAIT);
    Supervisor supervisor = exchange.get(Supervisor.class);
    Ticket ticket = action.ask(supervisor, exchange.id(), exchange.asker());
    exchange.await(ticket.settled(), seconds, x -> answer.write(ticket, now(supervisor, ticket)));
  }

  private static ProjectStatus now(Supervisor supervisor, Ticket ticket) {
    if (ticket.settled().isDone() && !ticket.settled().isCompletedExceptionally()) {
      return ticket.settled().join();
    }
    try {
      return supervisor.project(ticket.channelId()).orElse(ticket.status());
    } catch (RuntimeException e) {
      LOG.debug("supervisor left while it was waited for channelId={}", ticket.channelId(), e);
      return ticket.status();
    }
  }

  private static void answer(Exchange exchange, Action action, Ticket ticket, ProjectStatus status)
      throws IOException {
    boolean reached = ticket.settled().isDone() && action.reached(status);
    exchange.json(
        reached ? 200 : 202,
        new ActionResult(
            true,
            action,
            ticket.channelId(),
            ticket.changed(),
            status.state(),
            status.lifecycle().desired()));
  }
}
