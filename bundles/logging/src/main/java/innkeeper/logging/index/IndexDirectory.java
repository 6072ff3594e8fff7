package innkeeper.logging.index;

import innkeeper.common.file.ArchiveName;
import innkeeper.logging.file.Archives;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory DATA_DIR/index. The index of an active file is named by the file's inode, because
 * that name stays valid at a rotation. Soon after a rotation the index gets the archive's name.
 */
public final class IndexDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(IndexDirectory.class);
  private static final String ENDING = ".times";
  private static final String DAMAGED = ENDING + ".damaged";
  private static final String ACTIVE = ".i";
  private static final Pattern ACTIVE_STEM = Pattern.compile("(.+\\.log)\\.i(\\d{1,19})");
  private static final String GZ = ".gz";

  private final Path index;
  private final Path logs;

  public IndexDirectory(Path dataDir) {
    this.index = dataDir.resolve("index");
    this.logs = dataDir.resolve("logs");
  }

  Path active(String log, long inode) {
    return index.resolve(log + ACTIVE + inode + ENDING);
  }

  Path archived(String archive) {
    return index.resolve(stem(archive) + ENDING);
  }

  private static String stem(String archive) {
    return archive.endsWith(GZ) ? archive.substring(0, archive.length() - GZ.length()) : archive;
  }

  /** Renames an unusable index; the file is kept for an investigation. */
  static void setAside(Path path, String why) throws IOException {
    Path aside = path.resolveSibling(path.getFileName() + ".damaged");
    Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
    LOG.warn("times of lines are lost, their index was set aside index={} why={}", aside, why);
  }

  /**
   * Gives the indexes of archives their names, and deletes indexes whose log or archive was
   * deleted.
   */
  public void settle() {
    try {
      if (Files.isDirectory(index, LinkOption.NOFOLLOW_LINKS)) {
        settle(FileAccess.names(index, ""));
      }
    } catch (IOException e) {
      LOG.warn("indexes of archives could not be brought in order directory={}", index, e);
    }
  }

  private void settle(List<String> indexes) throws IOException {
    // The logs are listed after the indexes, so the archive of each index exists by now.
    Set<String> archives = new HashSet<>();
    TreeMap<String, Set<String>> plain = new TreeMap<>();
    for (String name : FileAccess.names(logs, "")) {
      Optional<ArchiveName> archive = ArchiveName.parse(name);
      archive.ifPresent(found -> archives.add(stem(name)));
      archive
          .filter(found -> !found.compressed())
          .ifPresent(found -> plain.computeIfAbsent(found.log(), l -> new HashSet<>()).add(name));
    }
    for (String name : indexes) {
      if (!name.endsWith(ENDING) && !name.endsWith(DAMAGED)) {
        continue;
      }
      String stem = name.substring(0, name.lastIndexOf(ENDING));
      Matcher active = ACTIVE_STEM.matcher(stem);
      if (active.matches()) {
        Set<String> candidates = plain.getOrDefault(active.group(1), Set.of());
        settle(name, active.group(1), Long.parseLong(active.group(2)), candidates);
      } else if (ArchiveName.parse(stem).isPresent() && !archives.contains(stem)) {
        Files.deleteIfExists(index.resolve(name));
      }
    }
  }

  private void settle(String name, String log, long inode, Set<String> candidates)
      throws IOException {
    if (inode(log) == inode) {
      return;
    }
    Path path = index.resolve(name);
    for (String archive : candidates) {
      if (inode(archive) == inode) {
        if (inode(log) != inode) {
          String ending = name.endsWith(DAMAGED) ? DAMAGED : ENDING;
          move(path, index.resolve(archive + ending));
        }
        return;
      }
    }
    if (candidates.equals(plainArchives(log))) {
      Files.deleteIfExists(path);
    }
  }

  /**
   * Returns the uncompressed archives of a log. Archives rotated meanwhile are settled by a later
   * call.
   */
  private Set<String> plainArchives(String log) throws IOException {
    return Archives.of(logs.resolve(log)).stream()
        .filter(archive -> !archive.compressed())
        .map(Archives.Archive::fileName)
        .collect(Collectors.toSet());
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException settled) {
      LOG.debug("index was settled meanwhile index={}", from);
    }
  }

  /** Returns the inode of a file of a log; -1 if it does not exist. */
  long inode(String file) throws IOException {
    try {
      return Owner.inode(logs.resolve(file));
    } catch (NoSuchFileException none) {
      return -1;
    }
  }

  /**
   * Returns the index of an archive, by name or, shortly after a rotation, by inode; the file may
   * be missing.
   */
  Path of(String archive, long inode) {
    Path settled = archived(archive);
    boolean unsettled = inode >= 0 && !Files.exists(settled);
    return ArchiveName.parse(archive)
        .map(name -> active(name.log(), inode))
        .filter(path -> unsettled && Files.exists(path))
        .orElse(settled);
  }

  @Override
  public String toString() {
    return index.toString();
  }
}
