package innkeeper.logging.file;

import innkeeper.api.rotation.ArchiveName;
import java.io.IOException;
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
    for (String name : names(active.getParent(), prefix)) {
      ArchiveName.parse(name)
          .filter(archive -> archive.log().length() == prefix.length() - 1)
          .map(archive -> new Archive(name, archive.seq(), archive.compressed()))
          .ifPresent(one -> found.merge(one.seq(), one, (x, y) -> x.compressed() ? y : x));
    }
    return new ArrayList<>(found.values());
  }

  /** Of hundreds of logs all lie in one directory: names alone, a Path each would cost the most. */
  private static String[] names(Path directory, String prefix) throws IOException {
    String[] names = directory.toFile().list((parent, name) -> name.startsWith(prefix));
    if (names == null && Files.isDirectory(directory)) {
      throw new IOException(directory + " cannot be listed");
    }
    return names == null ? new String[0] : names;
  }
}
