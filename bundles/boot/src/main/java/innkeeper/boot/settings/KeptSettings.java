package innkeeper.boot.settings;

import innkeeper.common.file.PropertiesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The last values of the configuration files that had no mistake, in run/settings. A host that
 * takes over running servers uses them if the files have a mistake now: the servers need a host.
 */
public final class KeptSettings {

  private static final String PID = ".pid";

  private final Path file;

  public KeptSettings(Path run) {
    this.file = run.resolve("settings");
  }

  /** Replaces the stored settings. */
  public void write(Map<String, String> fromFiles) throws IOException {
    Properties lines = new Properties();
    lines.putAll(fromFiles);
    lines.setProperty(PID, String.valueOf(ProcessHandle.current().pid()));
    PropertiesFile.write(file, lines);
  }

  /**
   * Returns the values that an earlier host kept.
   *
   * @param serversRun whether servers of that host still run
   * @return empty if no host kept values, or if that host is not this process and its servers have
   *     ended
   */
  public Optional<Map<String, String>> read(boolean serversRun) {
    Properties lines;
    try {
      lines = PropertiesFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // This start must use the files as they are.
    }
    Object pid = lines.remove(PID);
    boolean sameProcess = String.valueOf(ProcessHandle.current().pid()).equals(pid);
    Map<String, String> values = new LinkedHashMap<>();
    lines.stringPropertyNames().forEach(name -> values.put(name, lines.getProperty(name)));
    return Optional.of(values).filter(kept -> sameProcess || pid != null && serversRun);
  }
}
