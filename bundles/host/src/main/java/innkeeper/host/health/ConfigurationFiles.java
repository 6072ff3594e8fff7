package innkeeper.host.health;

import innkeeper.api.settings.SettingsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds files in conf/ that File Install does not use as intended: ignored files, files whose
 * values are taken as raw text, and files that exclude each other. File Install reports none of
 * these. The file of the host's settings is left out, because another class reads it.
 */
final class ConfigurationFiles {

  private static final String ENDING = ".config";

  /** Matches a value with a type, by File Install 3.7's own rules (PropertiesReader). */
  private static final Pattern TYPED =
      Pattern.compile("[TILFDXSCBilfdxscb]?(\\[.*\\]|\\{.*\\}|\".*\")", Pattern.DOTALL);

  private final List<Path> folders;

  ConfigurationFiles(List<Path> folders) {
    this.folders = folders;
  }

  /** Returns a sentence for each file that does not have the effect it seems to have. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Map<String, Path> named = new TreeMap<>();
    for (Path folder : folders) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          problem(file).ifPresent(problems::add);
          named.put(file.getFileName().toString(), file);
        }
      } catch (IOException | DirectoryIteratorException e) {
        if (Files.exists(folder)) {
          problems.add(folder + " cannot be listed, so its files are not used");
        }
      }
    }
    named.forEach((name, file) -> beside(name, file, named).ifPresent(problems::add));
    return problems;
  }

  /**
   * Reports a configuration with a name beside the one without. Declarative Services use either the
   * one configuration of a kind, or the ones with names.
   */
  private static Optional<String> beside(String name, Path file, Map<String, Path> named) {
    int dash = name.indexOf('-');
    if (dash < 0 || !name.endsWith(ENDING) || name.startsWith(".")) {
      return Optional.empty();
    }
    String kind = name.substring(0, dash);
    return Optional.ofNullable(named.get(kind + ENDING))
        .map(
            one ->
                ("%s and %s exclude each other, and only one of them is used; rename the first to"
                        + " %s-one%s")
                    .formatted(one, file.getFileName(), kind, ENDING));
  }

  private static Optional<String> problem(Path file) {
    String name = file.getFileName().toString();
    if (name.startsWith(".") || name.equals(SettingsFiles.NAME) || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    if (name.endsWith(".cfg")) {
      return Optional.of(
          file + " is ignored: only files *.config are read; rename it, and quote its values");
    }
    if (!name.endsWith(ENDING)) {
      return Optional.empty();
    }
    if (name.indexOf('~') >= 0) {
      return Optional.of(
          file + " configures nothing: \"~\" does not separate; name it " + name.replace('~', '-'));
    }
    try {
      // File Install reads files in this encoding.
      return untyped(Files.readAllLines(file, StandardCharsets.ISO_8859_1))
          .map(
              entry ->
                  ("%s: line %s has a value without quotes, so all values of the file are taken as"
                          + " raw text; allowed: lines NAME=\"value\"")
                      .formatted(file, entry));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // removed since the folder was listed
    } catch (IOException e) {
      return Optional.of(file + " cannot be read, so it is not used: " + e.getMessage());
    }
  }

  /**
   * Returns the line number and the name of the first value without a type; empty if no value of
   * the file has a type.
   */
  static Optional<String> untyped(List<String> lines) {
    Optional<String> first = Optional.empty();
    boolean typed = false;
    for (int i = 0; i < lines.size(); i++) {
      int number = i + 1;
      StringBuilder entry = new StringBuilder(lines.get(i).strip());
      if (entry.isEmpty() || entry.charAt(0) == '#' || entry.charAt(0) == '!') {
        continue;
      }
      while (entry.charAt(entry.length() - 1) == '\\' && i + 1 < lines.size()) {
        entry.setCharAt(entry.length() - 1, ' ');
        entry.append(lines.get(++i).strip());
      }
      String[] parts = entry.toString().split("\\s*[=:\\s]\\s*", 2);
      if (parts.length == 2 && TYPED.matcher(parts[1].strip()).matches()) {
        typed = true;
      } else {
        first = first.or(() -> Optional.of(number + " (" + parts[0] + ")"));
      }
    }
    return typed ? first : Optional.empty();
  }
}
