package innkeeper.system;

import innkeeper.common.file.ArchiveName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** A log with its archives, as files. */
final class LogFiles {

  private LogFiles() {}

  /** Oldest first; one that lies there in both forms for a moment counts once, by its plain one. */
  static List<Path> archives(Path log) {
    Map<Long, Path> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(log.getParent())) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              f ->
                  ArchiveName.parse(f.getFileName().toString())
                      .filter(n -> n.log().equals(log.getFileName().toString()))
                      .ifPresent(n -> found.put(n.seq(), f)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return List.copyOf(found.values());
  }

  /**
   * All of them, oldest first.
   *
   * @throws IOException if an archive was compressed or pruned since it was listed
   */
  static List<String> lines(Path log) throws IOException {
    List<String> lines = new ArrayList<>();
    List<Path> files = new ArrayList<>(archives(log));
    files.add(log);
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file);
          InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
        new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    }
    return lines;
  }
}
