package innkeeper.boot.settings;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

  /** Replaces what was kept. */
  public void write(Map<String, String> fromFiles) throws IOException {
    Properties lines = new Properties();
    lines.putAll(fromFiles);
    lines.setProperty(PID, String.valueOf(ProcessHandle.current().pid()));
    Path half = file.resolveSibling(".settings");
    try (Writer writer = Files.newBufferedWriter(half)) {
      lines.store(writer, null);
    }
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Returns the values that an earlier host kept.
   *
   * @param serversRun whether servers of that host still run
   * @return empty if no host kept values, or if that host is not this process and its servers have
   *     ended
   */
  public Optional<Map<String, String>> read(boolean serversRun) {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // This start must use the files as they are.
    }
    boolean sameProcess =
        String.valueOf(ProcessHandle.current().pid()).equals(lines.getProperty(PID));
    lines.remove(PID);
    Map<String, String> values = new LinkedHashMap<>();
    lines.stringPropertyNames().forEach(name -> values.put(name, lines.getProperty(name)));
    return Optional.of(values).filter(kept -> sameProcess || serversRun);
  }
}
