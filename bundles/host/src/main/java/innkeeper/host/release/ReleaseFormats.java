package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The formats that a release reads and writes in DATA_DIR, from its lib/formats.properties. Boot
 * makes the same check for DATA_DIR at each start. This class makes it before the running host
 * gives way.
 */
final class ReleaseFormats {

  private static final String WRITES = "writes.";

  private ReleaseFormats() {}

  /**
   * @throws HostException if {@code next} does not read what {@code running} has written
   */
  static void check(Path running, Path next) {
    Properties written = read(running);
    Properties known = read(next);
    for (String key : written.stringPropertyNames()) {
      String name = key.startsWith(WRITES) ? key.substring(WRITES.length()) : "";
      int number = number(written, key);
      int most = number(known, "reads." + name);
      if (!name.isEmpty() && number > most) {
        throw new HostException(
            "%s does not read what %s has written here: %s has format %d, it reads %d at most; nothing was changed; other releases: innkeeper upgrade --list"
                .formatted(
                    Releases.at(next).name(), Releases.at(running).name(), name, number, most));
      }
    }
  }

  /** A release without the file has format 1 of everything. */
  private static Properties read(Path home) {
    Path file = home.resolve("lib/formats.properties");
    Properties read = new Properties();
    if (!Files.isRegularFile(file)) {
      return read;
    }
    try (Reader reader = Files.newBufferedReader(file)) {
      read.load(reader);
      return read;
    } catch (IOException | IllegalArgumentException e) {
      throw new HostException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static int number(Properties of, String key) {
    try {
      return Integer.parseInt(of.getProperty(key, "1"));
    } catch (NumberFormatException e) {
      throw new HostException("lib/formats.properties: " + key + " is not a number", e);
    }
  }
}
