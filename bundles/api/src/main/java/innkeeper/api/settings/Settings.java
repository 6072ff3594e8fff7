package innkeeper.api.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The host's settings as they are now. Provided by the host bundle, so the service is never away.
 * Ask each time and keep no value: it may change while the host runs (conf/innkeeper.config). Safe
 * for many threads. No method returns null.
 */
@ProviderType
public interface Settings {

  /**
   * DATA_DIR: where the host keeps everything it writes. Fixed for the life of the process.
   *
   * @return an absolute path without symbolic links
   */
  Path dataDir();

  /**
   * The directory of the release that runs (INNKEEPER_HOME); it may be read-only.
   *
   * @return an absolute path
   */
  Path homeDir();

  /**
   * ADMIN_PORT: the port on 127.0.0.1 of page and API. Fixed for the life of the process.
   *
   * @return 1–65535, or 0 if the host opens no TCP socket at all
   */
  int adminPort();

  /**
   * ADMIN_SOCKET: the Unix socket of page and API. Fixed for the life of the process.
   *
   * @return an absolute path; empty if there is none
   * @since 1.1
   */
  default Optional<Path> adminSocket() {
    return Optional.of(get("ADMIN_SOCKET")).filter(path -> !path.isEmpty()).map(Path::of);
  }

  /**
   * Whether page and API are served at all.
   *
   * @return false with ADMIN_PORT=0 and no ADMIN_SOCKET
   * @since 1.1
   */
  default boolean servesPage() {
    return adminPort() != 0 || adminSocket().isPresent();
  }

  /**
   * The version of the release that runs.
   *
   * @return as {@code innkeeper version} prints it: {@code 0.1.0}
   */
  String version();

  /**
   * The value in force: the environment's, else DATA_DIR's, else the release's, else the default.
   *
   * @param name as in {@link SettingsTable}
   * @return the value as text; it passed {@link Setting#mistake}
   * @throws IllegalArgumentException for a name that is not in {@link SettingsTable}
   */
  String get(String name);

  /**
   * Where the value in force comes from.
   *
   * @param name as in {@link SettingsTable}
   * @return empty if the host cannot tell, as one of release 0.1.1
   * @throws IllegalArgumentException for a name that is not in {@link SettingsTable}
   * @since 1.1
   */
  default Optional<SettingSource> source(String name) {
    return Optional.empty();
  }

  /**
   * HOST_LABEL: what people call this host.
   *
   * @return the hostname where the setting is empty
   * @since 1.1
   */
  default String hostLabel() {
    String label = get("HOST_LABEL").strip();
    return label.isEmpty() ? hostName() : label;
  }

  /**
   * The machine's hostname, as its kernel knows it; no name service is asked.
   *
   * @return {@code localhost} where it cannot be read
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
   * The value of a setting that is a whole number.
   *
   * @param name as in {@link SettingsTable}
   * @return the value in the setting's own unit
   * @throws IllegalArgumentException for a name that is not in {@link SettingsTable}, or a setting
   *     that is no whole number
   */
  default long number(String name) {
    return Long.parseLong(get(name));
  }

  /**
   * BACKUP_INTERVAL_HOURS: the time between two backups.
   *
   * @return zero means that backups are made on demand only
   */
  default Duration backupInterval() {
    return Duration.ofMillis(Math.round(Double.parseDouble(get("BACKUP_INTERVAL_HOURS")) * 3.6e6));
  }
}
