package innkeeper.logging.file;

import innkeeper.common.file.ArchiveName;
import java.io.IOException;
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
    for (String name : FileAccess.names(active.getParent(), prefix)) {
      ArchiveName.parse(name)
          .filter(archive -> archive.log().length() == prefix.length() - 1)
          .map(archive -> new Archive(name, archive.seq(), archive.compressed()))
          .ifPresent(one -> found.merge(one.seq(), one, (x, y) -> x.compressed() ? y : x));
    }
    return new ArrayList<>(found.values());
  }
}
