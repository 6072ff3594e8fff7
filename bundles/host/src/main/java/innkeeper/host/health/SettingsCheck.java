package innkeeper.host.health;

import innkeeper.api.settings.Settings;
import innkeeper.host.boot.Boot;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.apache.felix.hc.api.FormattingResultLog;
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
    FormattingResultLog log = new FormattingResultLog();
    if (wrong.isEmpty() && without.isEmpty()) {
      log.info("The next start would take every configuration file.");
    } else if (wrong.isEmpty()) {
      log.warn("{}", String.join("; ", without));
    } else {
      log.warn(
          "The next start would fail, and changes of the settings are not used: {}",
          String.join("; ", wrong));
    }
    log.info("value: {}", wrong.size() + without.size());
    log.info("limit: 0");
    if (!wrong.isEmpty()) {
      log.info("fix: innkeeper doctor");
    } else if (!without.isEmpty()) {
      log.info("fix: correct, rename or remove the file");
    }
    return new Result(log);
  }
}
