package innkeeper.host.surface;

import innkeeper.host.health.CheckResults;
import innkeeper.host.jar.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** Warns of jars that lie in the folders and do not serve, and of bundles that hang. */
final class JarsCheck implements HealthCheck {

  private final Deployment deployment;
  private final BundleStarter starts;
  private final Folders folders;

  JarsCheck(Deployment deployment, BundleStarter starts, Folders folders) {
    this.deployment = deployment;
    this.starts = starts;
    this.folders = folders;
  }

  @Override
  public Result execute() {
    List<String> hanging = starts.told();
    SortedMap<Path, String> troubles = new TreeMap<>(deployment.troubles());
    List<String> faults = new ArrayList<>(hanging);
    troubles.forEach((jar, why) -> faults.add(folders.name(jar) + ": " + why));
    if (faults.isEmpty()) {
      return CheckResults.of(Result.Status.OK, "Every jar in the folders serves.", "", "", "");
    }
    // Only one command is shown; the command for the next fault appears once this fault is fixed.
    boolean takeOut = hanging.isEmpty() && folders.isUsers(troubles.firstKey());
    return CheckResults.of(
        Result.Status.WARN,
        String.join("; ", faults),
        String.valueOf(faults.size()),
        "0",
        "innkeeper "
            + (takeOut ? "uninstall " + troubles.firstKey().getFileName() : "restart-host"));
  }
}
