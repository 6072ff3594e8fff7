package innkeeper.logging.file;

import innkeeper.common.file.ArchiveName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Lists the archives of a log, in the order of their names. */
public final class Archives {

  private Archives() {}

  /** The facts about an archive that a reader needs; a log may have thousands of archives. */
  public record Archive(String fileName, long seq, boolean compressed) {}

  /**
   * Returns the archives, oldest first; one for each sequence number: the plain file while both
   * forms exist.
   */
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

  /**
   * Returns the names in a directory with a prefix; none if the directory does not exist. The
   * archives of hundreds of logs are in one directory, so it creates no Path for each.
   */
  public static String[] names(Path directory, String prefix) throws IOException {
    String[] names = directory.toFile().list((parent, name) -> name.startsWith(prefix));
    if (names == null && Files.isDirectory(directory)) {
      throw new IOException(directory + " cannot be listed");
    }
    return names == null ? new String[0] : names;
  }
}
