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
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for the result of a request. The supervisor reports it. A supervisor that was replaced
 * meanwhile cannot, so its successor is asked for the state.
 */
final class PendingResult {

  private static final long LOOK_MILLIS = 500;
  private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private static final long SHOWN_MILLIS = 2000;

  private PendingResult() {}

  /**
   * Completes when the request is visible in the project's state, without waiting for its end. In
   * supervisord it is visible at once.
   */
  static CompletableFuture<Object> shown(
      Ticket ticket,
      Predicate<ProjectStatus> shows,
      Supplier<HostServices> services,
      ScheduledExecutorService timer) {
    CompletableFuture<Object> done = new CompletableFuture<>();
    Runnable look =
        () -> {
          Optional<Supervisor> now = services.get().findSupervisor();
          if (ticket.settled().isDone()
              || now.flatMap(s -> s.project(ticket.channelId())).filter(shows).isPresent()) {
            done.complete(true);
          }
        };
    ScheduledFuture<?> looks = timer.scheduleWithFixedDelay(look, 0, 5, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> end =
        timer.schedule(() -> done.complete(true), SHOWN_MILLIS, TimeUnit.MILLISECONDS);
    done.whenComplete(
        (value, failure) -> {
          looks.cancel(false);
          end.cancel(false);
        });
    return done;
  }

  /**
   * Returns a future that completes when the request to start or stop the project has ended.
   *
   * @param going the state during the request: STARTING or STOPPING
   */
  static CompletableFuture<ProjectStatus> on(
      Ticket ticket,
      ProjectState going,
      Supplier<HostServices> services,
      ScheduledExecutorService timer) {
    CompletableFuture<ProjectStatus> done = new CompletableFuture<>();
    Optional<Supervisor> asked = services.get().findSupervisor();
    ScheduledFuture<?> look =
        timer.scheduleWithFixedDelay(
            () -> {
              Optional<Supervisor> now = services.get().findSupervisor();
              if (now.isPresent() && !now.equals(asked)) {
                now.get()
                    .project(ticket.channelId())
                    .filter(p -> p.state() != going)
                    .ifPresent(done::complete);
              }
            },
            LOOK_MILLIS,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
    ScheduledFuture<?> end =
        timer.schedule(
            () ->
                done.completeExceptionally(
                    new Fault(FaultCode.FAILED, ticket.channelId() + " is still " + going)),
            LONGEST_MILLIS,
            TimeUnit.MILLISECONDS);
    ticket.settled().thenAccept(done::complete);
    done.whenComplete(
        (status, failure) -> {
          look.cancel(false);
          end.cancel(false);
        });
    return done;
  }
}
