package innkeeper.api.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The host's settings as they are now. Provided by the host bundle, never away. Ask each time: a
 * value may change while the host runs (conf/innkeeper.config). Safe for many threads.
 */
@ProviderType
public interface Settings {

  /** DATA_DIR, absolute and real. Fixed for the life of the process. */
  Path dataDir();

  /** The release's own directory, absolute; may be read-only. */
  Path homeDir();

  /** ADMIN_PORT; 0 means no TCP socket at all. Fixed for the life of the process. */
  int adminPort();

  /** The release's version. */
  String version();

  /**
   * The value in force.
   *
   * @throws IllegalArgumentException for a name that is not in {@link SettingsTable}
   */
  String get(String name);

  /** A whole number from {@link #get}. */
  default long number(String name) {
    return Long.parseLong(get(name));
  }

  /** BACKUP_INTERVAL_HOURS; zero means only on demand. */
  default Duration backupInterval() {
    return Duration.ofMillis(Math.round(Double.parseDouble(get("BACKUP_INTERVAL_HOURS")) * 3.6e6));
  }
}
