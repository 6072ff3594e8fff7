package innkeeper.host.release;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Waits for a limited time until a release on trial is ready and healthy. */
public final class TrialOutcome {

  private static final Duration LIMIT = Duration.ofSeconds(45);
  private static final long LOOK_MS = 100;

  private final Health health;
  private final BooleanSupplier ready;
  private final Duration limit;

  public TrialOutcome(Health health, BooleanSupplier ready) {
    this(health, ready, LIMIT);
  }

  TrialOutcome(Health health, BooleanSupplier ready, Duration limit) {
    this.health = health;
    this.ready = ready;
    this.limit = limit;
  }

  /**
   * Waits for the outcome of the trial.
   *
   * @return what is still wrong when the time is over; "" as soon as the release is ready and
   *     healthy
   */
  public String await() throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    String why = look();
    while (!why.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(LOOK_MS);
      why = look();
    }
    return why;
  }

  private String look() {
    if (!ready.getAsBoolean()) {
      return "was not ready within " + limit.toSeconds() + " s";
    }
    HealthReport report = health.report(Health.Level.FULL);
    String failing =
        report.checks().stream()
            .filter(c -> c.status() == HealthStatus.FAIL)
            .map(c -> c.name() + ": " + c.why())
            .collect(Collectors.joining(" "));
    return failing.isEmpty() ? "" : "is not healthy: " + failing;
  }
}
