package innkeeper.host.surface;

import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/**
 * Warns, with {@code run --safe}, that no bundle of the user's runs, and says how they run again.
 */
final class SafeModeCheck implements HealthCheck {

  static final String WAY_BACK = "innkeeper restart-host";

  private final Folders folders;

  SafeModeCheck(Folders folders) {
    this.folders = folders;
  }

  /** The jars of the user's that are left out. */
  List<String> leftOut() {
    List<String> names = new ArrayList<>();
    for (Path folder : List.of(folders.surfaces(), folders.plugins())) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .filter(file -> file.toString().endsWith(".jar"))
            .sorted()
            .forEach(file -> names.add(folders.name(file)));
      } catch (IOException e) {
        names.add(folders.name(folder) + " (cannot be listed: " + e + ")");
      }
    }
    return names;
  }

  @Override
  public Result execute() {
    List<String> names = leftOut();
    ResultLog log = new ResultLog();
    log.add(
        new ResultLog.Entry(
            Result.Status.WARN,
            "The host runs with --safe: the release's bundles alone"
                + (names.isEmpty() ? "." : ", without " + String.join(", ", names) + ".")));
    log.add(new ResultLog.Entry(Result.Status.OK, "value: " + names.size() + " left out"));
    log.add(new ResultLog.Entry(Result.Status.OK, "limit: 0"));
    log.add(new ResultLog.Entry(Result.Status.OK, "fix: " + WAY_BACK));
    return new Result(log);
  }
}
