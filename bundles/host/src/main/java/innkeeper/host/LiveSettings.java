package innkeeper.host;

import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsFiles;
import innkeeper.api.settings.SettingsTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings that are in force. A reload that finds a mistake changes nothing. */
class LiveSettings implements Settings {

  private static final Logger LOG = LoggerFactory.getLogger(LiveSettings.class);

  private static final Set<SettingSource> FILES = Set.of(SettingSource.RELEASE, SettingSource.DATA);

  private final Map<String, String> env;
  private final Path home;
  private final Path data;
  private final String version;
  private final Consumer<Map<String, String>> keep;
  private volatile Map<String, String> values;
  private volatile Map<String, SettingSource> sources;

  /**
   * @param checked the values that boot checked; empty if boot did not run
   */
  LiveSettings(
      Map<String, String> env,
      Path home,
      Path data,
      String version,
      Map<String, String> checked,
      Consumer<Map<String, String>> keep) {
    this.env = env;
    this.home = home;
    this.data = data;
    this.version = version;
    this.keep = keep;
    SettingsFiles.Read read = SettingsFiles.read(env, home, data);
    this.values = checked.isEmpty() ? read.values() : checked;
    Map<String, SettingSource> from = new HashMap<>(read.sources());
    // The files may have changed since boot, or may contain a mistake. Then the source is unknown.
    from.keySet().removeIf(name -> !read.values().get(name).equals(values.get(name)));
    this.sources = Map.copyOf(from);
  }

  /**
   * Reads environment and files again and applies the settings that need no restart.
   *
   * @return the names of the settings that changed
   */
  Set<String> reload() {
    SettingsFiles.Read read = SettingsFiles.read(env, home, data);
    if (!read.mistakes().isEmpty()) {
      read.mistakes()
          .forEach(m -> LOG.error("settings stay as they were, the next start would fail: {}", m));
      return Set.of();
    }
    Map<String, String> fromFiles = new HashMap<>(read.values());
    fromFiles.keySet().removeIf(name -> !FILES.contains(read.sources().get(name)));
    keep.accept(fromFiles);
    Map<String, String> next = new HashMap<>(values);
    Map<String, SettingSource> from = new HashMap<>(sources);
    Set<String> changed = new TreeSet<>();
    for (Setting row : SettingsTable.rows()) {
      String value = read.values().get(row.name());
      if (value.equals(values.get(row.name()))) {
        from.put(row.name(), read.sources().get(row.name()));
        continue;
      }
      if (row.live()) {
        next.put(row.name(), value);
        from.put(row.name(), read.sources().get(row.name()));
        changed.add(row.name());
        LOG.info("setting changed name={} value={}", row.name(), value);
      } else {
        LOG.warn("setting needs a restart to take effect name={} value={}", row.name(), value);
      }
    }
    values = Map.copyOf(next);
    sources = Map.copyOf(from);
    return changed;
  }

  @Override
  public String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is not a setting");
    }
    return value;
  }

  @Override
  public Optional<SettingSource> source(String name) {
    get(name);
    return Optional.ofNullable(sources.get(name));
  }

  @Override
  public Path dataDir() {
    return data;
  }

  @Override
  public Path homeDir() {
    return home;
  }

  @Override
  public int adminPort() {
    return Integer.parseInt(get("ADMIN_PORT"));
  }

  @Override
  public String version() {
    return version;
  }
}
