package innkeeper.testkit;

import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Settings with their defaults, which a test changes. Safe for many threads. */
public class FakeSettings implements Settings {

  private final Path directory;
  private final Map<String, String> values = new ConcurrentHashMap<>();

  /**
   * Creates settings with all defaults. The admin port is 0, the version {@code test}.
   *
   * @param directory the data directory, and the home directory too
   */
  public FakeSettings(Path directory) {
    this.directory = directory;
  }

  /**
   * Changes a setting.
   *
   * @param name of the setting
   * @param value the new value; its text is used
   * @return this object
   */
  public FakeSettings set(String name, Object value) {
    values.put(name, String.valueOf(value));
    return this;
  }

  @Override
  public Path dataDir() {
    return directory;
  }

  @Override
  public Path homeDir() {
    return directory;
  }

  @Override
  public int adminPort() {
    return 0;
  }

  @Override
  public String version() {
    return "test";
  }

  @Override
  public String get(String name) {
    String fallback =
        SettingsTable.row(name).orElseThrow(() -> new IllegalArgumentException(name)).fallback();
    return values.getOrDefault(name, fallback);
  }
}
