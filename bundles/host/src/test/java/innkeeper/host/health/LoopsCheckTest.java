package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.thread.ThreadReport;
import java.time.Duration;
import java.util.List;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;

class LoopsCheckTest {

  private static final String ERROR = "java.lang.OutOfMemoryError: Java heap space";

  private static Result of(boolean serves, long failures, Duration since) {
    ThreadReport report =
        new ThreadReport("store-writer", serves, failures, failures == 0 ? "" : ERROR, since);
    return new LoopsCheck(() -> List.of(report), List::of).execute();
  }

  private static String why(Result result) {
    return result.iterator().next().getMessage();
  }

  @Test
  void whatRunsPasses() {
    assertEquals(Result.Status.OK, of(true, 0, Duration.ZERO).getStatus());
    assertEquals(Result.Status.OK, of(true, 7, Duration.ofHours(2)).getStatus(), "long ago");
  }

  @Test
  void aThreadThatFailedOnceIsAWarningThatNamesIt() {
    Result found = of(true, 1, Duration.ofSeconds(12));
    assertEquals(Result.Status.WARN, found.getStatus());
    assertEquals("thread store-writer failed and went on, 12 s ago, with " + ERROR, why(found));
  }

  @Test
  void aThreadThatDoesNotRunOrFailsRepeatedlyIsAFailure() {
    Result dead = of(false, 0, Duration.ZERO);
    assertEquals(Result.Status.CRITICAL, dead.getStatus());
    assertEquals("thread store-writer does not run", why(dead));
    Result failing = of(true, 3, Duration.ofSeconds(2));
    assertEquals(Result.Status.CRITICAL, failing.getStatus());
    assertTrue(why(failing).contains("fails again and again"), why(failing));
  }

  @Test
  void anUnwatchedThreadThatEndedIsAWarning() {
    Result found =
        new LoopsCheck(List::of, () -> List.of("thread fileinstall ended with " + ERROR)).execute();
    assertEquals(Result.Status.WARN, found.getStatus());
    assertEquals("thread fileinstall ended with " + ERROR, why(found));
  }
}
