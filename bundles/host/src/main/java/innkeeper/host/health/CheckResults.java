package innkeeper.host.health;

import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** Builds the results of checks in the form that {@code innkeeper.api.health.Health} reads. */
public final class CheckResults {

  private CheckResults() {}

  /**
   * Returns a result.
   *
   * @param sentence the reason for the status
   * @param value "" for none; so are limit and fix
   * @param fix what to do; used unless the status is OK
   */
  public static Result of(
      Result.Status status, String sentence, String value, String limit, String fix) {
    ResultLog log = new ResultLog();
    log.add(new ResultLog.Entry(status, sentence));
    add(log, "value: ", value);
    add(log, "limit: ", limit);
    add(log, "fix: ", status == Result.Status.OK ? "" : fix);
    return new Result(log);
  }

  private static void add(ResultLog log, String name, String text) {
    if (!text.isEmpty()) {
      log.add(new ResultLog.Entry(Result.Status.OK, name + text));
    }
  }
}
