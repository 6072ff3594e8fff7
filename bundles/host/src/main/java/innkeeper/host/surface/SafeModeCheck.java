package innkeeper.host.surface;

import innkeeper.host.health.CheckResults;
import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * Warns, with {@code run --safe}, that no bundle of the user's runs. It also reports the command
 * that runs them again.
 */
final class SafeModeCheck implements HealthCheck {

  static final String WAY_BACK = "innkeeper restart-host";

  private final Folders folders;

  SafeModeCheck(Folders folders) {
    this.folders = folders;
  }

  /** Returns the user's jars that are left out. */
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
    return CheckResults.of(
        Result.Status.WARN,
        "The host runs with --safe: the release's bundles alone"
            + (names.isEmpty() ? "." : ", without " + String.join(", ", names) + "."),
        names.size() + " left out",
        "0",
        WAY_BACK);
  }
}
