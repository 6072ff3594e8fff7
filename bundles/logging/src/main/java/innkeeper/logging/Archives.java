package innkeeper.logging;

import innkeeper.api.rotation.ArchiveName;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Archives of a log, by the order in their names. */
final class Archives {

  private Archives() {}

  /** Oldest first; one per sequence number: the plain one while both forms are there. */
  static List<ArchiveName> of(Path active) throws IOException {
    String log = active.getFileName().toString();
    TreeMap<Long, ArchiveName> found = new TreeMap<>();
    if (!Files.isDirectory(active.getParent())) {
      return List.of();
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            active.getParent(),
            p -> {
              String name = p.getFileName().toString();
              return name.length() > log.length() && name.startsWith(log);
            })) {
      for (Path file : files) {
        ArchiveName.parse(file.getFileName().toString())
            .filter(a -> a.log().equals(log))
            .ifPresent(a -> found.merge(a.seq(), a, (x, y) -> x.compressed() ? y : x));
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new ArrayList<>(found.values());
  }
}
