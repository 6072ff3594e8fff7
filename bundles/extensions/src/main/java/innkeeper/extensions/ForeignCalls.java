package innkeeper.extensions;

import innkeeper.api.thread.WatchedPool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The calls of one third party's service, on threads that nothing else uses, so that a hanging
 * service blocks only itself. Each call has a result within the time limit, even if its thread does
 * not return. Safe for many threads.
 *
 * @param <R> the result of a call
 */
final class ForeignCalls<R> {

  /**
   * One call, until its thread has returned.
   *
   * @param result decided once: by the call itself, by the time limit or by the end of the service
   * @param failed converts the reason of a failed call to its result
   * @param started whether a thread has begun with it
   */
  record Call<R>(
      Instant at, CompletableFuture<R> result, Function<String, R> failed, AtomicBoolean started) {

    void fail(String why) {
      if (!result.isDone()) {
        result.complete(failed.apply(why));
      }
    }
  }

  private final Clock clock;
  private final ScheduledExecutorService timer;
  private final Duration limit;
  private final String late;
  private final WatchedPool threads;

  /** The calls by project. Guarded by this. */
  private final Map<String, Call<R>> running = new HashMap<>();

  /**
   * @param most the number of calls at once
   * @param timer runs only short steps that never wait
   * @param late the reason for the result of a call that exceeds the limit
   */
  ForeignCalls(
      String name,
      int most,
      Clock clock,
      ScheduledExecutorService timer,
      Duration limit,
      String late) {
    this.clock = clock;
    this.timer = timer;
    this.limit = limit;
    this.late = late;
    this.threads =
        new WatchedPool(
            name, 0, most, 0, new SynchronousQueue<>(), new ThreadPoolExecutor.AbortPolicy());
  }

  /** Returns the call for a project whose thread has not returned. */
  synchronized Optional<Call<R>> running(String project) {
    return Optional.ofNullable(running.get(project));
  }

  /**
   * Begins a call for a project that has none.
   *
   * @param work calls the service; throws nothing
   * @param failed converts the reason of a failed call to its result
   * @throws RejectedExecutionException if too many calls are running
   */
  synchronized CompletableFuture<R> begin(
      String project, Supplier<R> work, Function<String, R> failed) {
    Call<R> call =
        new Call<>(clock.instant(), new CompletableFuture<>(), failed, new AtomicBoolean());
    running.put(project, call);
    try {
      Future<?> task = threads.submit(() -> run(project, call, work));
      Future<?> timeout =
          timer.schedule(() -> late(project, call, task), limit.toMillis(), TimeUnit.MILLISECONDS);
      call.result().whenComplete((result, failure) -> timeout.cancel(false));
    } catch (RejectedExecutionException e) {
      running.remove(project);
      throw e;
    }
    return call.result();
  }

  private void run(String project, Call<R> call, Supplier<R> work) {
    call.started().set(true);
    R result = work.get();
    returned(project, call);
    call.result().complete(result);
  }

  private synchronized void returned(String project, Call<R> call) {
    running.remove(project, call);
  }

  private void late(String project, Call<R> call, Future<?> task) {
    call.fail(late);
    task.cancel(true);
    if (!call.started().get()) {
      returned(project, call); // the machine is so busy that the service was never called
    }
  }

  /** Decides all results, because the service was unregistered. */
  void close(String why) {
    List<Call<R>> left;
    synchronized (this) {
      left = List.copyOf(running.values());
    }
    left.forEach(call -> call.fail(why));
    threads.shutdownNow();
  }
}
