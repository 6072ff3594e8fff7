package innkeeper.alarms;

import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What people call this host. */
final class HostLabel {

  private HostLabel() {}

  /** HOST_LABEL, else this machine's name; no name service is asked. */
  static String of(Settings settings) {
    String label =
        SettingsTable.row("HOST_LABEL").map(row -> settings.get(row.name()).strip()).orElse("");
    if (!label.isEmpty()) {
      return label;
    }
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      String name = System.getenv("HOSTNAME");
      return name == null || name.isBlank() ? "localhost" : name;
    }
  }
}
