package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.AsyncAnswer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.LoopbackPeer;
import innkeeper.admin.http.NumberParameter;
import innkeeper.admin.http.Operation;
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
import java.util.concurrent.ScheduledExecutorService;
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

    @Override
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    Ticket ask(Supervisor supervisor, String id, Supplier<Actor> actor) {
      return switch (this) {
        case START -> supervisor.start(id, actor);
        case STOP -> supervisor.stop(id, actor);
        case RESTART -> supervisor.restart(id, actor);
      };
    }

    boolean reached(ProjectStatus status) {
      if (this != STOP) {
        return status.state() == ProjectState.RUNNING;
      }
      return switch (status.state()) {
        case STOPPED, EXITED, FATAL -> true;
        default -> false;
      };
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(ActionsApi.class);
  private static final NumberParameter WAIT =
      new NumberParameter("wait", "Seconds to wait for the target state.", 2, 0, 60);

  private final LoopbackPeer peer;
  private final InFlight inFlight;
  private final ScheduledExecutorService timer;

  public ActionsApi(LoopbackPeer peer, InFlight inFlight, ScheduledExecutorService timer) {
    this.peer = peer;
    this.inFlight = inFlight;
    this.timer = timer;
  }

  /** The body of the answer. */
  record ActionResult(
      boolean ok,
      Action action,
      String channelId,
      boolean changed,
      ProjectState state,
      Desired desired) {}

  /** Writes the answer after an action. */
  public interface Completion {
    void write(Exchange exchange, Ticket ticket, ProjectStatus status) throws IOException;
  }

  List<Route> routes() {
    return List.of(
        route(Action.START, new Operation("startProject", "projects", "Starts it. Idempotent.")),
        route(
            Action.STOP,
            new Operation(
                    "stopProject",
                    "projects",
                    "Stops it; done when its whole process group has ended. Idempotent.")
                .describes(
                    "Projects that start after this one and are being stopped too stop first."
                        + " Projects without a request to stop within 250 ms keep running.")),
        route(
            Action.RESTART,
            new Operation(
                "restartProject", "projects", "Stops it if it runs, then starts it. Idempotent.")));
  }

  private Route route(Action action, Operation operation) {
    return new Route(
        "POST",
        "/api/projects/{id}/" + action.word(),
        x -> act(action, x, (y, ticket, status) -> answer(y, action, ticket, status)),
        operation
            .takes(ProjectsApi.PROJECT, WAIT)
            .answers(Answer.json(200, "The target state is reached.", ActionResult.class))
            .answers(Answer.json(202, "Under way.", ActionResult.class))
            .refuses(Problem.Kind.UNKNOWN_PROJECT, Problem.Kind.STATE_CONFLICT));
  }

  /** Starts the action. Answers when its target state is reached, or after a time limit. */
  public void act(Action action, Exchange exchange, Completion answer) throws IOException {
    long seconds = exchange.query().number(WAIT);
    Supervisor supervisor = exchange.services().supervisor();
    Ticket ticket = action.ask(supervisor, exchange.id(), asker(exchange));
    if (ticket.settled().isDone() || seconds == 0) {
      answer.write(exchange, ticket, now(supervisor, ticket));
      return;
    }
    new AsyncAnswer(exchange, inFlight, timer)
        .await(
            ticket.settled(),
            seconds,
            () -> answer.write(exchange, ticket, now(supervisor, ticket)));
  }

  /** Returns the user and the process of a request, as far as the platform reports them. */
  Actor actor(Exchange exchange) {
    return asker(exchange).get();
  }

  /**
   * Returns a supplier that finds the actor when it is first read, on any thread. The action so
   * does not wait for the lookup.
   */
  private Supplier<Actor> asker(Exchange exchange) {
    String connection = exchange.request().getServletConnection().getConnectionId();
    int theirs = exchange.request().getRemotePort();
    int ours = exchange.request().getLocalPort();
    return () -> peer.actor(connection, theirs, ours);
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
            true, action, ticket.channelId(), ticket.changed(), status.state(), status.desired()));
  }
}
