package innkeeper.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine's name; no name service is asked. */
final class HostName {

  private HostName() {}

  static String get() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      String name = System.getenv("HOSTNAME");
      return name == null || name.isBlank() ? "localhost" : name;
    }
  }
}
