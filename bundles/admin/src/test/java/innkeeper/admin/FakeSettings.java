package innkeeper.admin;

import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Settings of a host called build-7. */
final class FakeSettings implements Settings {

  final Map<String, String> values =
      new ConcurrentHashMap<>(Map.of("HOST_LABEL", "build-7", "LOG_MAX_FILES", "20"));

  @Override
  public Path dataDir() {
    return Path.of(System.getProperty("user.home"), "data");
  }

  @Override
  public Path homeDir() {
    return Path.of("/opt/innkeeper");
  }

  @Override
  public int adminPort() {
    return 4560;
  }

  @Override
  public String version() {
    return "0.1.0";
  }

  @Override
  public String get(String name) {
    String usual = SettingsTable.row(name).orElseThrow(IllegalArgumentException::new).fallback();
    return values.getOrDefault(name, usual);
  }

  @Override
  public Optional<SettingSource> source(String name) {
    return Optional.of(
        values.containsKey(name) ? SettingSource.ENVIRONMENT : SettingSource.DEFAULT);
  }
}
