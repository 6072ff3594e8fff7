package innkeeper.backup;

import java.util.ArrayList;
import java.util.List;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** The builder of a check's result in the form that {@code innkeeper.api.health.Health} reads. */
final class CheckResult {

  private Result.Status status = Result.Status.OK;
  private final List<String> why = new ArrayList<>();
  private String value = "";
  private String limit = "";
  private String fix = "";

  void value(String text) {
    value = text;
  }

  void limit(String text) {
    limit = text;
  }

  /** Adds a finding. The first finding begins the sentence; the worst one decides the status. */
  void add(Result.Status verdict, String sentence, String remedy) {
    if (verdict.ordinal() > status.ordinal()) {
      status = verdict;
    }
    why.add(sentence);
    fix = fix.isEmpty() ? remedy : fix;
  }

  Result result(String allWell) {
    ResultLog log = new ResultLog();
    add(log, why.isEmpty() ? allWell : String.join("; ", why));
    if (!value.isEmpty()) {
      add(log, "value: " + value);
    }
    if (!limit.isEmpty()) {
      add(log, "limit: " + limit);
    }
    if (!fix.isEmpty()) {
      add(log, "fix: " + fix);
    }
    return new Result(log);
  }

  private void add(ResultLog log, String text) {
    log.add(new ResultLog.Entry(status, text));
  }
}
