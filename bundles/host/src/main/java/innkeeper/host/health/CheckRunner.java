package innkeeper.host.health;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.thread.WatchedPool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs health checks in parallel, for at most two seconds in all. A check that hangs is not started
 * again: later runs wait for the same call.
 */
final class CheckRunner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CheckRunner.class);

  private static final long SECONDS = 2;
  private static final int MOST_HANGING = 16;

  private final WatchedPool threads =
      new WatchedPool(
          "health",
          1,
          MOST_HANGING,
          256 * 1024,
          new SynchronousQueue<>(),
          new ThreadPoolExecutor.CallerRunsPolicy());
  private final Map<HealthCheck, Future<Result>> hanging = new ConcurrentHashMap<>();

  /** Checks whose error is in bot.log already. */
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  List<HealthCheckResult> run(Map<String, HealthCheck> checks) {
    Map<String, Future<Result>> futures = new LinkedHashMap<>();
    Map<String, HealthCheck> asked = new LinkedHashMap<>(checks);
    asked.forEach(
        (name, check) ->
            futures.put(name, hanging.computeIfAbsent(check, c -> threads.submit(c::execute))));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    List<HealthCheckResult> results = new ArrayList<>();
    futures.forEach((name, future) -> results.add(await(name, asked.get(name), future, deadline)));
    return results;
  }

  private HealthCheckResult await(
      String name, HealthCheck check, Future<Result> future, long deadline) {
    try {
      Result result = future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      hanging.remove(check);
      failed.remove(name);
      return found(name, result);
    } catch (TimeoutException e) {
      return broken(name, "This check has not answered within " + SECONDS + " s.");
    } catch (ExecutionException e) {
      hanging.remove(check);
      // Checks run every few seconds; the same error is logged once.
      if (failed.add(name)) {
        LOG.error("health check failed name={}", name, e.getCause());
      }
      return broken(name, "This check could not be made, its code failed: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return broken(name, "This check was interrupted.");
    }
  }

  private static HealthCheckResult broken(String name, String why) {
    return new HealthCheckResult(
        name,
        HealthStatus.WARN,
        "",
        "",
        why,
        "Look at bot.log; replace or restart the bundle.",
        Instant.now());
  }

  private static HealthCheckResult found(String name, Result result) {
    HealthStatus status =
        switch (result.getStatus()) {
          case OK -> HealthStatus.PASS;
          case WARN, TEMPORARILY_UNAVAILABLE -> HealthStatus.WARN;
          default -> HealthStatus.FAIL;
        };
    String why = "";
    String value = "";
    String limit = "";
    String fix = "";
    for (ResultLog.Entry entry : result) {
      String text = entry.getMessage();
      if (text.startsWith("value: ")) {
        value = text.substring(7);
      } else if (text.startsWith("limit: ")) {
        limit = text.substring(7);
      } else if (text.startsWith("fix: ")) {
        fix = text.substring(5);
      } else if (why.isEmpty()) {
        why = text;
      }
    }
    boolean pass = status == HealthStatus.PASS;
    return new HealthCheckResult(
        name, status, value, limit, pass ? "" : why, pass ? "" : fix, Instant.now());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
