package innkeeper.api.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings in force: an environment variable that is set wins over DATA_DIR's
 * conf/innkeeper.config, that over the release's, that over the default. Reading changes nothing.
 */
public final class SettingsFiles {

  /** The file's name under {@code conf/}. */
  public static final String NAME = "innkeeper.config";

  private SettingsFiles() {}

  /**
   * What {@link SettingsFiles#read} found.
   *
   * @param values by name, one for every setting
   * @param mistakes one line each; if there are any, the values must not be used
   * @param sources by name, where each value comes from; empty if nobody knows
   */
  public record Read(
      Map<String, String> values, List<String> mistakes, Map<String, SettingSource> sources) {

    /**
     * As release 0.1.1 made it.
     *
     * @param values by name, one for every setting
     * @param mistakes one line each
     */
    public Read(Map<String, String> values, List<String> mistakes) {
      this(values, mistakes, Map.of());
    }
  }

  /**
   * Reads the environment and both files. A file that is missing counts as empty.
   *
   * @param env the process's environment
   * @param home the release's directory
   * @param dataDir DATA_DIR
   * @return values and mistakes; a file that cannot be read is a mistake, not an exception
   */
  public static Read read(Map<String, String> env, Path home, Path dataDir) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, SettingSource> sources = new LinkedHashMap<>();
    List<String> mistakes = new ArrayList<>();
    Map<SettingSource, Map<String, String>> all = new LinkedHashMap<>();
    all.put(SettingSource.RELEASE, file(home.resolve("conf").resolve(NAME), mistakes));
    all.put(SettingSource.DATA, file(dataDir.resolve("conf").resolve(NAME), mistakes));
    all.put(SettingSource.ENVIRONMENT, env);
    for (Setting row : SettingsTable.rows()) {
      values.put(row.name(), row.fallback());
      sources.put(row.name(), SettingSource.DEFAULT);
      all.forEach(
          (source, found) -> {
            if (found.get(row.name()) != null) {
              values.put(row.name(), found.get(row.name()));
              sources.put(row.name(), source);
            }
          });
    }
    mistakes.addAll(SettingsTable.mistakes(values));
    return new Read(values, List.copyOf(mistakes), sources);
  }

  private static Map<String, String> file(Path path, List<String> mistakes) {
    if (!Files.isRegularFile(path)) {
      return Map.of();
    }
    try {
      Map<String, String> values = parse(Files.readString(path));
      for (String name : values.keySet()) {
        if (SettingsTable.row(name).isEmpty()) {
          mistakes.add(path + ": " + name + " is no setting");
        } else if (name.equals("DATA_DIR")) {
          mistakes.add(path + ": DATA_DIR comes from the environment only, for this file is in it");
        }
      }
      return values;
    } catch (IOException | IllegalArgumentException e) {
      mistakes.add(path + " cannot be read: " + e.getMessage() + "; allowed: lines NAME=\"value\"");
      return Map.of();
    }
  }

  /**
   * The flat part of Felix's .config format: {@code NAME="value"}, an optional type letter before
   * the quote, {@code #} comments.
   *
   * @throws IllegalArgumentException that names the line which is none of these
   */
  static Map<String, String> parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String s = line.strip();
      if (s.isEmpty() || s.startsWith("#")) {
        continue;
      }
      int equals = s.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("line " + number + " has no =");
      }
      String value = s.substring(equals + 1).strip();
      if (value.length() > 1 && Character.isLetter(value.charAt(0)) && value.charAt(1) == '"') {
        value = value.substring(1);
      }
      if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
        throw new IllegalArgumentException("line " + number + " has a value without quotes");
      }
      values.put(s.substring(0, equals).strip(), unescape(value.substring(1, value.length() - 1)));
    }
    return values;
  }

  private static String unescape(String value) {
    StringBuilder out = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        c = value.charAt(++i);
      }
      out.append(c);
    }
    return out.toString();
  }
}
