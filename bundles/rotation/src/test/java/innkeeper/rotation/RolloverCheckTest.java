package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;

class RolloverCheckTest {

  private static Result check(Map<String, BackOff.Failure> failures) {
    return RotationChecks.rollovers(failures);
  }

  @Test
  void rotatingLogsAreOk() {
    assertEquals(Result.Status.OK, check(Map.of()).getStatus());
  }

  @Test
  void aLogThatCannotRotateWarnsWithReasonAndNames() {
    Map<String, BackOff.Failure> failures = new TreeMap<>();
    failures.put("a", new BackOff.Failure("permission denied", Instant.EPOCH, 3));
    failures.put("b", new BackOff.Failure("it is full", Instant.EPOCH, 1));
    Result result = check(failures);
    List<String> entries = new ArrayList<>();
    result.forEach(entry -> entries.add(entry.getMessage()));
    assertEquals(Result.Status.WARN, result.getStatus());
    assertEquals(
        List.of(
            "permission denied; nothing is lost, the log grows",
            "value: 2 stuck: a, b",
            "limit: 0",
            "fix: do what the sentence asks for; rotation is tried again each second, since"
                + " 1970-01-01T00:00:00.000Z"),
        entries);
  }
}
