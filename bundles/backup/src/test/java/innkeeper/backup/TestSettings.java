package innkeeper.backup;

import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The table's defaults over a directory, changeable. */
class TestSettings implements Settings {

  private final Path dataDir;
  private final Map<String, String> values = new ConcurrentHashMap<>();

  TestSettings(Path dataDir) {
    this.dataDir = dataDir;
  }

  TestSettings set(String name, Object value) {
    values.put(name, String.valueOf(value));
    return this;
  }

  @Override
  public Path dataDir() {
    return dataDir;
  }

  @Override
  public Path homeDir() {
    return dataDir;
  }

  @Override
  public int adminPort() {
    return 0;
  }

  @Override
  public String version() {
    return "1.2.3";
  }

  @Override
  public String get(String name) {
    String fallback =
        SettingsTable.row(name).orElseThrow(() -> new IllegalArgumentException(name)).fallback();
    return values.getOrDefault(name, fallback);
  }
}
