package innkeeper.xmlrpc;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Ticket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waits for the result of a request. The supervisor reports it. A supervisor that was replaced
 * meanwhile cannot, so its successor is asked for the state.
 */
record PendingResult(HostServices services, ScheduledExecutorService timer) {

  private static final long LOOK_MILLIS = 500;
  private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final long SHOWN_LOOK_MILLIS = 5;
  private static final long SHOWN_MILLIS = 2000;

  /**
   * Completes when the request is visible in the project's state, without waiting for its end. In
   * supervisord it is visible at once.
   */
  CompletableFuture<Object> shown(Ticket ticket, Predicate<ProjectStatus> shows) {
    return repeat(
        SHOWN_LOOK_MILLIS,
        done -> {
          Optional<Supervisor> now = services.findSupervisor();
          if (ticket.settled().isDone()
              || now.flatMap(s -> s.project(ticket.channelId())).filter(shows).isPresent()) {
            done.complete(true);
          }
        },
        SHOWN_MILLIS,
        done -> done.complete(true));
  }

  /**
   * Returns a future that completes when the request to start or stop the project has ended.
   *
   * @param going the state during the request: STARTING or STOPPING
   */
  CompletableFuture<ProjectStatus> ended(Ticket ticket, ProjectState going) {
    Optional<Supervisor> asked = services.findSupervisor();
    CompletableFuture<ProjectStatus> ended =
        repeat(
            LOOK_MILLIS,
            done -> {
              Optional<Supervisor> now = services.findSupervisor();
              if (now.isPresent() && !now.equals(asked)) {
                now.get()
                    .project(ticket.channelId())
                    .filter(p -> p.state() != going)
                    .ifPresent(done::complete);
              }
            },
            LONGEST_MILLIS,
            done ->
                done.completeExceptionally(
                    new Fault(FaultCode.FAILED, ticket.channelId() + " is still " + going)));
    ticket.settled().thenAccept(ended::complete);
    return ended;
  }

  private <T> CompletableFuture<T> repeat(
      long eachMillis,
      Consumer<CompletableFuture<T>> look,
      long atMostMillis,
      Consumer<CompletableFuture<T>> end) {
    CompletableFuture<T> done = new CompletableFuture<>();
    ScheduledFuture<?> looks =
        timer.scheduleWithFixedDelay(() -> look.accept(done), 0, eachMillis, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> last =
        timer.schedule(() -> end.accept(done), atMostMillis, TimeUnit.MILLISECONDS);
    done.whenComplete(
        (value, failure) -> {
          looks.cancel(false);
          last.cancel(false);
        });
    return done;
  }
}
