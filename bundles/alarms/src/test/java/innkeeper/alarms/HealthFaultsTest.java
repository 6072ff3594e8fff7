package innkeeper.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.IncidentSource.Trouble;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthFaultsTest {

  private HealthStatus disk = HealthStatus.PASS;
  private String value = "0 B";
  private final HealthFaults faults =
      new HealthFaults(
          level ->
              new HealthReport(
                  disk,
                  0,
                  0,
                  1,
                  "x",
                  List.of(
                      new HealthCheckResult(
                          "disk:free",
                          disk,
                          value,
                          "",
                          "the disk is full",
                          "delete something",
                          SampleIncidents.NOW))));

  @AfterEach
  void stop() {
    faults.stop();
  }

  private List<Trouble> look(HealthStatus status) {
    disk = status;
    faults.look();
    return faults.troubles();
  }

  @Test
  void aCheckThatFailsTwiceIsAnIncidentUntilItPasses() {
    assertEquals(List.of(), look(HealthStatus.FAIL));
    assertEquals(List.of(), look(HealthStatus.PASS));
    assertEquals(List.of(), look(HealthStatus.FAIL));
    value = "12 B";
    Trouble trouble = look(HealthStatus.FAIL).get(0);
    assertEquals("disk:free", trouble.key());
    assertEquals("disk:free: the disk is full (0 B); to do: delete something", trouble.cause());
    assertEquals(List.of(), look(HealthStatus.WARN));
  }
}
