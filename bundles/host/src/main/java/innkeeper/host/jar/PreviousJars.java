package innkeeper.host.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copies to go back to: of every jar of the user's the last one that served, in {@code
 * previous/} beside it.
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

  /** Copies what serves now, unless that was done before. */
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
      LOG.error("copy to go back to could not be kept file={}", jar, e);
    }
  }

  /** The copy of what served from there, if there is one. */
  public Optional<Path> find(Path jar) {
    return Optional.of(of(jar)).filter(Files::exists);
  }

  /** Whether there is one that differs from what lies there. */
  public boolean hasOther(Path jar) {
    return Files.exists(of(jar)) && !served(jar);
  }

  /** Whether what lies there has served before. */
  public boolean served(Path jar) {
    try {
      return isSame(jar);
    } catch (IOException e) {
      LOG.error("copy to go back to cannot be read file={}", of(jar), e);
      return true;
    }
  }

  private static boolean isSame(Path jar) throws IOException {
    return Files.exists(of(jar))
        && Files.size(of(jar)) == Files.size(jar)
        && Files.mismatch(of(jar), jar) < 0;
  }

  /**
   * Puts it in its place again.
   *
   * @return whether there was one
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

  /** Moves a file there, in place of its copy. */
  public void setAside(Path jar) throws IOException {
    Files.createDirectories(of(jar).getParent());
    Files.move(jar, of(jar), StandardCopyOption.REPLACE_EXISTING);
  }

  public void forget(Path jar) throws IOException {
    Files.deleteIfExists(of(jar));
  }
}
