package innkeeper.host.surface;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** Warns of jars that lie in the folders and do not serve, and of bundles that hang. */
final class JarsCheck implements HealthCheck {

  private final Deployment deployment;
  private final Starts starts;
  private final Path data;

  JarsCheck(Deployment deployment, Starts starts, Path data) {
    this.deployment = deployment;
    this.starts = starts;
    this.data = data;
  }

  @Override
  public Result execute() {
    List<String> faults = new ArrayList<>(starts.told());
    deployment
        .troubles()
        .forEach(
            (jar, why) ->
                faults.add((jar.startsWith(data) ? data.relativize(jar) : jar) + ": " + why));
    ResultLog log = new ResultLog();
    if (faults.isEmpty()) {
      log.add(new ResultLog.Entry(Result.Status.OK, "Every jar in the folders serves."));
    } else {
      log.add(new ResultLog.Entry(Result.Status.WARN, String.join("; ", faults)));
      log.add(new ResultLog.Entry(Result.Status.OK, "value: " + faults.size()));
      log.add(new ResultLog.Entry(Result.Status.OK, "limit: 0"));
      log.add(
          new ResultLog.Entry(
              Result.Status.OK,
              "fix: take the file out or replace it (innkeeper uninstall NAME, innkeeper install"
                  + " FILE.jar); what still hangs goes with innkeeper restart-host"));
    }
    return new Result(log);
  }
}
