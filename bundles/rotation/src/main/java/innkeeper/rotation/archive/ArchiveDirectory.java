package innkeeper.rotation.archive;

import innkeeper.common.file.ArchiveName;
import innkeeper.rotation.disk.FileFacts;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The archives on disk. The directories are read each time, because they are the only source of
 * truth. Only the host's archive names in the host's directories count; other files are ignored.
 */
public final class ArchiveDirectory {

  /** The order within a log, by sequence only. */
  public static final Comparator<Archive> OLDEST_FIRST =
      Comparator.comparingLong(a -> a.name().seq());

  private final Path dataDir;
  private final Path logsDir;

  public ArchiveDirectory(Path dataDir) {
    this.dataDir = dataDir;
    this.logsDir = dataDir.resolve("logs");
  }

  /**
   * Returns all archives of the host's own logs, with or without a writer, and of the given logs.
   *
   * @param logs the active files
   */
  public List<Archive> archives(Collection<Path> logs) throws IOException {
    List<Archive> all = new ArrayList<>();
    for (Path directory : directories(logs)) {
      all.addAll(scan(directory, ours(directory, logs)));
    }
    return all;
  }

  /**
   * Returns the active files of the host's own logs, derived from the files in the directory. An
   * active file may not exist.
   */
  public Set<Path> logs() throws IOException {
    Set<Path> logs = new LinkedHashSet<>(List.of(dataDir.resolve("bot.log")));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logsDir)) {
      for (Path file : files) {
        String log = logOf(file.getFileName().toString());
        if (log.endsWith(".log")) {
          logs.add(logsDir.resolve(log));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return logs;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return logs;
  }

  private static String logOf(String fileName) {
    String name = without(without(without(fileName, ".tmp"), ".link"), ".new");
    return ArchiveName.parse(name).map(ArchiveName::log).orElse(name);
  }

  private static String without(String name, String end) {
    return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
  }

  /** Returns the directories with archives, each once, in the spelling that the writers use. */
  public Collection<Path> directories(Collection<Path> logs) {
    Map<Path, Path> directories = new LinkedHashMap<>();
    logs.forEach(log -> directories.putIfAbsent(FileFacts.real(log.getParent()), log.getParent()));
    directories.putIfAbsent(FileFacts.real(dataDir), dataDir);
    directories.putIfAbsent(FileFacts.real(logsDir), logsDir);
    return directories.values();
  }

  private Predicate<String> ours(Path directory, Collection<Path> logs) {
    Path real = FileFacts.real(directory);
    boolean isLogs = real.equals(FileFacts.real(logsDir));
    boolean isData = real.equals(FileFacts.real(dataDir));
    return log ->
        isLogs && log.endsWith(".log")
            || isData && log.equals("bot.log")
            || logs.contains(directory.resolve(log));
  }

  private static Collection<Archive> scan(Path directory, Predicate<String> ours)
      throws IOException {
    Map<ArchiveName, Archive> found = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        ArchiveName.parse(file.getFileName().toString())
            .filter(name -> ours.test(name.log()))
            .ifPresent(name -> add(found, directory, file, name));
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found.values();
  }

  private static void add(
      Map<ArchiveName, Archive> found, Path directory, Path file, ArchiveName name) {
    BasicFileAttributes facts;
    try {
      facts = FileFacts.of(file);
    } catch (IOException gone) {
      return; // The file was pruned or compressed after the directory was read.
    }
    if (facts.isRegularFile()) {
      ArchiveName plain = new ArchiveName(name.log(), name.at(), name.seq(), false);
      boolean gz = name.compressed();
      found.merge(plain, new Archive(directory, plain, !gz, gz, facts.size()), (a, b) -> a.and(b));
    }
  }
}
