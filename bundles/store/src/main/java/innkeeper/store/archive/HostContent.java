package innkeeper.store.archive;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.table.DefinitionText;
import innkeeper.store.table.ProjectRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content of a host beside its database: settings, bundles, and the state of scheduled jobs.
 */
final class HostContent {

  private static final List<String> FOLDERS = List.of("conf", "surfaces", "plugins");
  private static final int DEPTH = 9;

  /**
   * The file with the last runs of scheduled jobs. Without this file the restored host could not
   * detect a missed run.
   */
  static final String RUNS = "schedule/runs.json";

  private static final String WORD = "[A-Za-z0-9_+@%-][A-Za-z0-9._+@%-]{0,199}";

  private static final Pattern ALLOWED =
      Pattern.compile(
          "backups/bot-[0-9TZ-]{20,30}\\.db(?:\\.json)?"
              + "|(?:surfaces|plugins)/"
              + WORD
              + "\\.jar"
              + "|conf(?:/"
              + WORD
              + "){1,8}"
              + "|"
              + Pattern.quote(RUNS)
              + "|env-files/[0-9]{1,5}-"
              + WORD);

  private HostContent() {}

  /**
   * Returns whether a file of an archive may have this name. A file with any other name is neither
   * packed nor unpacked.
   */
  static boolean allowed(String name) {
    return ALLOWED.matcher(name).matches();
  }

  /**
   * Returns the files of the folders in sorted order. Symbolic links are followed.
   *
   * @param leftOut receives the files that cannot be packed, one line each
   */
  static List<Path> files(Path dataDir, List<String> leftOut) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : FOLDERS) {
      Path root = dataDir.resolve(folder);
      if (!Files.isDirectory(root)) {
        continue;
      }
      try (Stream<Path> all = Files.walk(root, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : all.filter(path -> !Files.isDirectory(path)).sorted().toList()) {
          String name = dataDir.relativize(file).toString();
          if (allowed(name) && Files.isReadable(file)) {
            files.add(file);
          } else {
            leftOut.add(name);
          }
        }
      }
    }
    return files;
  }

  /**
   * Copies the file in which the schedule bundle stores the last runs. The bundle replaces the file
   * when a run begins, so the archive packs a copy.
   *
   * @return the copy below {@code work}; empty if no job ever ran
   */
  static Optional<Path> copyRuns(Path dataDir, Path work) throws IOException {
    Path runs = dataDir.resolve(RUNS);
    if (!Files.isRegularFile(runs)) {
      return Optional.empty();
    }
    Path copy = work.resolve(RUNS);
    Files.createDirectories(copy.getParent());
    return Optional.of(Files.copy(runs, copy));
  }

  /** Returns the channelIds of the projects in a database, sorted. */
  static List<String> projects(Path database) throws SQLException {
    try (Connection connection = Connections.immutable(database)) {
      return ProjectRow.all(connection).stream().map(ProjectRow::channelId).sorted().toList();
    }
  }

  /**
   * Returns the files outside of DATA_DIR from which the definitions read variables and secrets.
   */
  static Set<Path> environmentFiles(Path database) throws SQLException {
    Set<Path> files = new TreeSet<>();
    try (Connection connection = Connections.immutable(database)) {
      for (ProjectRow row : ProjectRow.all(connection)) {
        try {
          ProjectDefinition definition = DefinitionText.read(row.definition(), unknown -> {});
          definition.envFile().ifPresent(files::add);
          files.addAll(definition.secretFiles().values());
        } catch (DefinitionException e) {
          // An invalid definition is packed unchanged, as in a backup. The host's health check
          // names it.
          continue;
        }
      }
    }
    return files;
  }

  /** Returns the number of values that the operator has stored permanently in redact.keep. */
  static int keptSecrets(Path dataDir) throws IOException {
    Path file = dataDir.resolve("redact.keep");
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
      return (int) lines.filter(line -> !line.isBlank()).count();
    }
  }
}
