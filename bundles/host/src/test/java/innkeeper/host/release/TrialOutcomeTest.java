package innkeeper.host.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialOutcomeTest {

  private static HealthReport report(HealthStatus check) {
    HealthCheckResult result =
        new HealthCheckResult("disk:free", check, "", "", "it is full", "", Instant.EPOCH);
    return new HealthReport(check, 0, 0, 0, "0.2.0", List.of(result));
  }

  private static String await(boolean ready, HealthStatus check) throws InterruptedException {
    return new TrialOutcome(level -> report(check), () -> ready, Duration.ZERO).await();
  }

  @Test
  void aReadyReleaseWithoutAFailingCheckPasses() throws InterruptedException {
    assertEquals("", await(true, HealthStatus.PASS));
    assertEquals("", await(true, HealthStatus.WARN));
  }

  @Test
  void aFailingCheckIsNamed() throws InterruptedException {
    assertEquals("is not healthy: disk:free: it is full", await(true, HealthStatus.FAIL));
  }

  @Test
  void aReleaseThatIsNotReadyInTimeFails() throws InterruptedException {
    assertEquals("was not ready within 0 s", await(false, HealthStatus.PASS));
  }

  @Test
  void aReleaseMayBecomeHealthyWithinTheTime() throws InterruptedException {
    int[] looks = {0};
    TrialOutcome outcome =
        new TrialOutcome(
            level -> report(looks[0]++ == 0 ? HealthStatus.FAIL : HealthStatus.PASS),
            () -> true,
            Duration.ofMinutes(1));
    assertEquals("", outcome.await());
  }
}
