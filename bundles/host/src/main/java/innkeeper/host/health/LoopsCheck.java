package innkeeper.host.health;

import innkeeper.api.thread.ThreadReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * Checks the threads that the host depends on. A thread that does not run or fails repeatedly is a
 * failure. A thread that failed once and continued, or an unwatched thread that ended with an
 * exception, is a warning.
 */
public final class LoopsCheck implements HealthCheck {

  /** The time for which a failure is reported after the thread continued. */
  private static final Duration TOLD = Duration.ofMinutes(10);

  private static final Duration LATELY = Duration.ofSeconds(30);

  /** The JDK's message for a thread that the system refused to create. */
  private static final String NO_THREAD = "unable to create native thread";

  private static final int AGAIN_AND_AGAIN = 3;

  private final Supplier<List<ThreadReport>> watched;
  private final Supplier<List<String>> ended;

  /**
   * @param watched the threads that the host depends on
   * @param ended one line for each unwatched thread that ended with an exception
   */
  public LoopsCheck(Supplier<List<ThreadReport>> watched, Supplier<List<String>> ended) {
    this.watched = watched;
    this.ended = ended;
  }

  @Override
  public Result execute() {
    List<ThreadReport> all = watched.get();
    List<String> failures = new ArrayList<>();
    List<String> warnings = new ArrayList<>(ended.get());
    for (ThreadReport one : all) {
      if (!one.serves()) {
        failures.add("thread " + one.name() + " does not run" + last(one));
      } else if (one.lastError().contains(NO_THREAD) && one.since().compareTo(TOLD) < 0) {
        warnings.add(
            ("the system gave %s no further thread %d s ago; raise the limit of processes"
                    + " (ulimit -u, pids.max, TasksMax= in the unit)")
                .formatted(one.name(), one.since().toSeconds()));
      } else if (one.failures() >= AGAIN_AND_AGAIN && one.since().compareTo(LATELY) < 0) {
        failures.add("thread " + one.name() + " fails again and again" + last(one));
      } else if (one.failures() > 0 && one.since().compareTo(TOLD) < 0) {
        warnings.add("thread " + one.name() + " failed and went on" + last(one));
      }
    }
    Result.Status status =
        !failures.isEmpty()
            ? Result.Status.CRITICAL
            : warnings.isEmpty() ? Result.Status.OK : Result.Status.WARN;
    failures.addAll(warnings);
    return CheckResults.of(
        status,
        failures.isEmpty() ? "All run." : String.join("; ", failures),
        all.size() + " watched",
        "",
        "innkeeper logs --main says what was thrown; if it does not pass, innkeeper restart-host"
            + " (servers run on)");
  }

  private static String last(ThreadReport one) {
    return one.lastError().isEmpty()
        ? ""
        : ", " + one.since().toSeconds() + " s ago, with " + one.lastError();
  }
}
