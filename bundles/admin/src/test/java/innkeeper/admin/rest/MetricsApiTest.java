package innkeeper.admin.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.health.HealthStatus;
import org.junit.jupiter.api.Test;

class MetricsApiTest {

  @Test
  void healthLevelsHaveTheNumbersOfTheAlertRules() {
    assertEquals(0, MetricsApi.level(HealthStatus.PASS));
    assertEquals(0, MetricsApi.level(HealthStatus.UNKNOWN));
    assertEquals(1, MetricsApi.level(HealthStatus.WARN));
    assertEquals(2, MetricsApi.level(HealthStatus.FAIL));
  }
}
