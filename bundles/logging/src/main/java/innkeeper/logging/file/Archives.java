package innkeeper.logging.file;

import innkeeper.api.rotation.ArchiveName;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Archives of a log, by the order in their names. */
public final class Archives {

  private Archives() {}

  /** One of them, as far as a reader needs to know; a log may have thousands. */
  public record Archive(String fileName, long seq, boolean compressed) {}

  /** Oldest first; one per sequence number: the plain one while both forms are there. */
  public static List<Archive> of(Path active) throws IOException {
    String prefix = active.getFileName() + ".";
    TreeMap<Long, Archive> found = new TreeMap<>();
    if (!Files.isDirectory(active.getParent())) {
      return List.of();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(active.getParent())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.startsWith(prefix)) {
          ArchiveName.parse(name)
              .filter(archive -> archive.log().length() == prefix.length() - 1)
              .map(archive -> new Archive(name, archive.seq(), archive.compressed()))
              .ifPresent(one -> found.merge(one.seq(), one, (x, y) -> x.compressed() ? y : x));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new ArrayList<>(found.values());
  }
}
