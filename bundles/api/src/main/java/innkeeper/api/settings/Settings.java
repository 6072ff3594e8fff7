package innkeeper.api.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The present settings of the host. The host bundle provides it, so the service is never away. Read
 * a value each time and do not store it, because it may change while the host runs
 * (conf/innkeeper.config). Safe for many threads. No method returns null.
 */
@ProviderType
public interface Settings {

  /**
   * Returns DATA_DIR, the directory of all files that the host writes. It does not change during
   * the life of the process.
   *
   * @return an absolute path without symbolic links
   */
  Path dataDir();

  /**
   * Returns the directory of the running release (INNKEEPER_HOME); it may be read-only.
   *
   * @return an absolute path
   */
  Path homeDir();

  /**
   * Returns ADMIN_PORT, the port of page and API on 127.0.0.1. It does not change during the life
   * of the process.
   *
   * @return 1–65535, or 0 if the host opens no TCP socket
   */
  int adminPort();

  /**
   * Returns ADMIN_SOCKET, the Unix socket of page and API. It does not change during the life of
   * the process.
   *
   * @return an absolute path; empty if the host has no such socket
   * @since 1.1
   */
  default Optional<Path> adminSocket() {
    return Optional.of(get("ADMIN_SOCKET")).filter(path -> !path.isEmpty()).map(Path::of);
  }

  /**
   * Returns whether the host serves page and API.
   *
   * @return false with ADMIN_PORT=0 and no ADMIN_SOCKET
   * @since 1.1
   */
  default boolean servesPage() {
    return adminPort() != 0 || adminSocket().isPresent();
  }

  /**
   * Returns the version of the running release.
   *
   * @return the text that {@code innkeeper version} prints: {@code 0.1.0}
   */
  String version();

  /**
   * Returns the value in force: the environment's, else DATA_DIR's, else the release's, else the
   * default.
   *
   * @param name a name in {@link SettingsTable}
   * @return the value as text; {@link Setting#mistake} accepts it
   * @throws IllegalArgumentException if {@link SettingsTable} has no such name
   */
  String get(String name);

  /**
   * Returns the source of the value in force.
   *
   * @param name a name in {@link SettingsTable}
   * @return empty if the host does not know it, like a host of release 0.1.1
   * @throws IllegalArgumentException if {@link SettingsTable} has no such name
   * @since 1.1
   */
  default Optional<SettingSource> source(String name) {
    return Optional.empty();
  }

  /**
   * Returns HOST_LABEL, the name of this host for people.
   *
   * @return the hostname if the setting is empty
   * @since 1.1
   */
  default String hostLabel() {
    String label = get("HOST_LABEL").strip();
    return label.isEmpty() ? hostName() : label;
  }

  /**
   * Returns the machine's hostname from its kernel, without a query to a name service.
   *
   * @return {@code localhost} if the hostname cannot be read
   * @since 1.1
   */
  static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return Optional.ofNullable(System.getenv("HOSTNAME"))
          .filter(name -> !name.isBlank())
          .orElse("localhost");
    }
  }

  /**
   * Returns the value of a setting that is a whole number.
   *
   * @param name a name in {@link SettingsTable}
   * @return the value in the setting's own unit
   * @throws IllegalArgumentException if {@link SettingsTable} has no such name, or the setting is
   *     not a whole number
   */
  default long number(String name) {
    return Long.parseLong(get(name));
  }

  /**
   * Returns BACKUP_INTERVAL_HOURS, the time between two backups.
   *
   * @return zero if backups are made on demand only
   */
  default Duration backupInterval() {
    return Duration.ofMillis(Math.round(Double.parseDouble(get("BACKUP_INTERVAL_HOURS")) * 3.6e6));
  }
}
