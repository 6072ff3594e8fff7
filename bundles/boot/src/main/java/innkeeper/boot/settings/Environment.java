package innkeeper.boot.settings;

import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.SettingsFiles;
import innkeeper.api.settings.SettingsTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The checked settings of a start. Reading them changes nothing.
 *
 * @param home the home of the release
 * @param values every setting, by name
 * @param fromFiles those of the values that come from a configuration file
 * @param mistakes one line each; empty if the host may start
 */
public record Environment(
    Path home, Map<String, String> values, Map<String, String> fromFiles, List<String> mistakes) {

  /**
   * The longest path. SQLite accepts 511 bytes, and the temporary name of a backup and the
   * directory of a rehearsal are added to it.
   */
  private static final int LONGEST = 400;

  private static final Set<SettingSource> FILES = Set.of(SettingSource.RELEASE, SettingSource.DATA);

  public static Environment read(Map<String, String> env, Path home) {
    String dir = env.getOrDefault("DATA_DIR", "./data");
    boolean printable = SettingsTable.row("DATA_DIR").flatMap(row -> row.mistake(dir)).isEmpty();
    Optional<String> wrong = printable ? dataDirMistake(dir) : Optional.empty();
    Path usable = printable && wrong.isEmpty() ? Path.of(dir) : home;
    SettingsFiles.Read read = SettingsFiles.read(env, home, usable);
    List<String> mistakes = new ArrayList<>();
    wrong.ifPresent(
        w ->
            mistakes.add(
                "DATA_DIR=%s %s; allowed: a directory that can be made and written"
                    .formatted(dir, w)));
    mistakes.addAll(read.mistakes());
    Map<String, String> fromFiles = new LinkedHashMap<>(read.values());
    fromFiles.keySet().removeIf(name -> !FILES.contains(read.sources().get(name)));
    return new Environment(home, read.values(), fromFiles, List.copyOf(mistakes));
  }

  /**
   * Reads the settings with other values in place of those of the files.
   *
   * @param kept by name, as {@link #fromFiles} was when it had no mistake
   */
  public static Environment read(Map<String, String> env, Path home, Map<String, String> kept) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Setting row : SettingsTable.rows()) {
      String value = kept.getOrDefault(row.name(), row.fallback());
      values.put(row.name(), env.getOrDefault(row.name(), value));
    }
    List<String> mistakes = new ArrayList<>(SettingsTable.mistakes(values));
    dataDirMistake(values.get("DATA_DIR")).ifPresent(mistakes::add);
    return new Environment(home, values, Map.copyOf(kept), List.copyOf(mistakes));
  }

  /** Returns the same settings with these mistakes, which are in files that were not used. */
  public Environment with(List<String> unused) {
    return new Environment(home, values, fromFiles, List.copyOf(unused));
  }

  public Path dataDir() {
    return Path.of(values.get("DATA_DIR")).toAbsolutePath().normalize();
  }

  public int adminPort() {
    return Integer.parseInt(values.get("ADMIN_PORT"));
  }

  public Optional<Path> adminSocket() {
    return Optional.of(values.get("ADMIN_SOCKET")).filter(path -> !path.isEmpty()).map(Path::of);
  }

  private static Optional<String> dataDirMistake(String value) {
    if (value.isEmpty()) {
      return Optional.of("is empty");
    }
    if (value.indexOf('\uFFFD') >= 0) {
      return Optional.of("has characters that this locale cannot name (LC_ALL=C.UTF-8 can)");
    }
    Path path;
    try {
      path = Path.of(value).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      return Optional.of("is not a path in this locale (with LC_ALL=C.UTF-8 most are)");
    }
    int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST) {
      return Optional.of(
          "has " + length + " bytes; SQLite's paths are bounded, so at most " + LONGEST + " may");
    }
    if (Files.exists(path)) {
      if (!Files.isDirectory(path)) {
        return Optional.of("is not a directory");
      }
      return Files.isWritable(path) ? Optional.empty() : Optional.of("cannot be written");
    }
    Path parent = path.getParent();
    while (parent != null && !Files.exists(parent)) {
      parent = parent.getParent();
    }
    return parent != null && Files.isDirectory(parent) && Files.isWritable(parent)
        ? Optional.empty()
        : Optional.of("cannot be made: " + parent + " cannot be written");
  }
}
