package innkeeper.host.health;

import innkeeper.api.settings.Settings;
import innkeeper.host.boot.Boot;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Warns while the configuration files contain a mistake, because the next start would fail. It
 * finds the same mistakes as boot at a start. It also warns of files in conf/ that have no effect.
 */
@Component(property = HealthCheck.NAME + "=host:settings")
public final class SettingsCheck implements HealthCheck {

  private final Supplier<List<String>> mistakes;
  private final ConfigurationFiles files;

  @Activate
  public SettingsCheck(@Reference Settings settings) {
    this(
        Boot::settingsMistakes,
        List.of(settings.homeDir().resolve("conf"), settings.dataDir().resolve("conf")));
  }

  SettingsCheck(Supplier<List<String>> mistakes, List<Path> folders) {
    this.mistakes = mistakes;
    this.files = new ConfigurationFiles(folders);
  }

  @Override
  public Result execute() {
    List<String> wrong = mistakes.get();
    List<String> without = files.problems();
    String sentence = "The next start would take every configuration file.";
    if (!wrong.isEmpty()) {
      sentence =
          "The next start would fail, and changes of the settings are not used: "
              + String.join("; ", wrong);
    } else if (!without.isEmpty()) {
      sentence = String.join("; ", without);
    }
    int faults = wrong.size() + without.size();
    return CheckResults.of(
        faults == 0 ? Result.Status.OK : Result.Status.WARN,
        sentence,
        String.valueOf(faults),
        "0",
        wrong.isEmpty() ? "correct, rename or remove the file" : "innkeeper doctor");
  }
}
