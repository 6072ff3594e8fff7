package innkeeper.api.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the settings in force. An environment variable has precedence over DATA_DIR's
 * conf/innkeeper.config, that file over the release's, and the release's over the default. Reading
 * changes nothing.
 */
public final class SettingsFiles {

  /** The file's name under {@code conf/}. */
  public static final String NAME = "innkeeper.config";

  private SettingsFiles() {}

  /**
   * The result of {@link SettingsFiles#read}.
   *
   * @param values by name, one for every setting
   * @param mistakes one line each; if the list is not empty, the values must not be used
   * @param sources the source of each value, by name; empty if the sources are unknown
   */
  public record Read(
      Map<String, String> values, List<String> mistakes, Map<String, SettingSource> sources) {

    /** Creates a result whose sources are unknown, as release 0.1.1 creates it. */
    public Read(Map<String, String> values, List<String> mistakes) {
      this(values, mistakes, Map.of());
    }
  }

  /**
   * Reads the environment and both files. A missing file counts as empty.
   *
   * @param env the process's environment
   * @param home the release's directory
   * @param dataDir DATA_DIR
   * @return values and mistakes; an unreadable file is a mistake, not an exception
   */
  public static Read read(Map<String, String> env, Path home, Path dataDir) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, SettingSource> sources = new LinkedHashMap<>();
    List<String> mistakes = new ArrayList<>();
    Map<SettingSource, Map<String, Entry>> all = new LinkedHashMap<>();
    all.put(SettingSource.RELEASE, file(home.resolve("conf").resolve(NAME), mistakes));
    all.put(SettingSource.DATA, file(dataDir.resolve("conf").resolve(NAME), mistakes));
    for (Setting row : SettingsTable.rows()) {
      Entry entry = new Entry(row.fallback(), "");
      SettingSource from = SettingSource.DEFAULT;
      for (Map.Entry<SettingSource, Map<String, Entry>> file : all.entrySet()) {
        Entry found = file.getValue().get(row.name());
        if (found != null) {
          entry = found;
          from = file.getKey();
        }
      }
      if (env.get(row.name()) != null) {
        entry = new Entry(env.get(row.name()), "");
        from = SettingSource.ENVIRONMENT;
      }
      values.put(row.name(), entry.value());
      sources.put(row.name(), from);
      String place = entry.place();
      row.mistake(entry.value()).ifPresent(mistake -> mistakes.add(place + mistake));
    }
    return new Read(values, List.copyOf(mistakes), sources);
  }

  /**
   * A value and its place, as the beginning of a message.
   *
   * @param place "PATH: line N: "; "" for the environment
   */
  record Entry(String value, String place) {}

  private static Map<String, Entry> file(Path path, List<String> mistakes) {
    if (!Files.isRegularFile(path)) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        mistakes.add(path + " is not a file; remove it, or put a file there");
      }
      return Map.of();
    }
    try {
      Map<String, Entry> entries = parse(Files.readString(path), path + ": ");
      entries.forEach(
          (name, entry) -> {
            if (SettingsTable.row(name).isEmpty()) {
              mistakes.add(entry.place() + name + " is not a setting; remove the line");
            } else if (name.equals("DATA_DIR")) {
              mistakes.add(
                  entry.place()
                      + "DATA_DIR comes from the environment only, for this file is in it; remove"
                      + " the line");
            }
          });
      return entries;
    } catch (IllegalArgumentException e) {
      mistakes.add(path + ": " + e.getMessage() + "; allowed: lines NAME=\"value\"");
    } catch (CharacterCodingException e) {
      mistakes.add(path + " is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      mistakes.add(path + " cannot be read: " + e.getMessage() + "; give the host's user the file");
    }
    return Map.of();
  }

  /**
   * Parses the flat part of Felix's .config format: {@code NAME="value"}, an optional type letter
   * before the quote, {@code #} comments.
   *
   * @param file the beginning of each entry's place
   * @throws IllegalArgumentException if a line has another form; the message contains the number of
   *     the line
   */
  static Map<String, Entry> parse(String text, String file) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String s = line.strip();
      if (s.isEmpty() || s.startsWith("#")) {
        continue;
      }
      int equals = s.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("line " + number + " has no =: " + Setting.printable(s));
      }
      String value = s.substring(equals + 1).strip();
      if (value.length() > 1 && Character.isLetter(value.charAt(0)) && value.charAt(1) == '"') {
        value = value.substring(1);
      }
      if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
        throw new IllegalArgumentException(
            "line " + number + " has a value without quotes: " + Setting.printable(s));
      }
      entries.put(
          s.substring(0, equals).strip(),
          new Entry(
              unescape(value.substring(1, value.length() - 1)), file + "line " + number + ": "));
    }
    return entries;
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
