package innkeeper.host.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copies for a rollback: the last version of each of the user's jars that served, in {@code
 * previous/} beside the jar.
 */
public final class PreviousJars {

  private static final Logger LOG = LoggerFactory.getLogger(PreviousJars.class);

  private final Folders folders;

  public PreviousJars(Folders folders) {
    this.folders = folders;
  }

  private static Path of(Path jar) {
    return jar.resolveSibling("previous").resolve(jar.getFileName());
  }

  /** Copies the jar that serves now, unless the copy exists already. */
  public void copy(Path jar) {
    if (!folders.isUsers(jar)) {
      return;
    }
    Path half = of(jar).resolveSibling("." + jar.getFileName());
    try {
      if (!isSame(jar)) {
        Files.createDirectories(of(jar).getParent());
        Files.copy(
            jar, half, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(half, of(jar), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      LOG.error("copy for a rollback could not be made file={}", jar, e);
    }
  }

  /** Returns the copy of the jar that last served from this path; empty if it does not exist. */
  public Optional<Path> find(Path jar) {
    return Optional.of(of(jar)).filter(Files::exists);
  }

  /** Returns whether a copy exists that differs from the jar at this path. */
  public boolean hasOther(Path jar) {
    return Files.exists(of(jar)) && !served(jar);
  }

  /**
   * Returns whether the jar at this path has served before. Returns true also if the copy cannot be
   * read.
   */
  public boolean served(Path jar) {
    try {
      return isSame(jar);
    } catch (IOException e) {
      LOG.error("copy for a rollback cannot be read file={}", of(jar), e);
      return true;
    }
  }

  private static boolean isSame(Path jar) throws IOException {
    return Files.exists(of(jar))
        && Files.size(of(jar)) == Files.size(jar)
        && Files.mismatch(of(jar), jar) < 0;
  }

  /**
   * Puts the copy back in place of the jar.
   *
   * @return whether a copy existed
   */
  public boolean putBack(Path jar) throws IOException {
    if (!Files.exists(of(jar))) {
      return false;
    }
    Path half = jar.resolveSibling("." + jar.getFileName());
    Files.copy(of(jar), half, StandardCopyOption.REPLACE_EXISTING);
    Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** Moves the jar to {@code previous/}, in place of its copy. */
  public void setAside(Path jar) throws IOException {
    Files.createDirectories(of(jar).getParent());
    Files.move(jar, of(jar), StandardCopyOption.REPLACE_EXISTING);
  }

  public void forget(Path jar) throws IOException {
    Files.deleteIfExists(of(jar));
  }
}
