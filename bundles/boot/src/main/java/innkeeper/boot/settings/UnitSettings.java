package innkeeper.boot.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of the systemd unit, ~/.config/innkeeper.env.
 *
 * @param file the file that contains them
 * @param values by name; empty if the file is missing
 */
public record UnitSettings(Path file, Map<String, String> values) {

  public static UnitSettings read(Map<String, String> env) throws IOException {
    Path file = configuration(env).resolve("innkeeper.env");
    Map<String, String> values = new LinkedHashMap<>();
    if (Files.isReadable(file)) {
      for (String line : Files.readAllLines(file)) {
        String s = line.strip();
        int equals = s.indexOf('=');
        if (equals > 0 && !s.startsWith("#") && !s.startsWith(";")) {
          values.put(s.substring(0, equals).strip(), unquoted(s.substring(equals + 1).strip()));
        }
      }
      values.putIfAbsent("DATA_DIR", Path.of(home(env), ".local/share/innkeeper").toString());
    }
    return new UnitSettings(file, values);
  }

  /** Returns the folder of this user's units and settings. */
  public static Path configuration(Map<String, String> env) {
    String folder = env.getOrDefault("XDG_CONFIG_HOME", "");
    return folder.isEmpty() ? Path.of(home(env), ".config") : Path.of(folder);
  }

  private static String home(Map<String, String> env) {
    return env.getOrDefault("HOME", "/nonexistent");
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** Returns whether the unit's host is the one of that DATA_DIR. */
  public boolean of(Path dataDir) {
    String named = values.get("DATA_DIR");
    return named != null && Path.of(named).toAbsolutePath().normalize().equals(dataDir);
  }
}
