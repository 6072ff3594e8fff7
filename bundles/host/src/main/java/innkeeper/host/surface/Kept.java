package innkeeper.host.surface;

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
final class Kept {

  private static final Logger LOG = LoggerFactory.getLogger(Kept.class);

  private final Path data;

  Kept(Path data) {
    this.data = data;
  }

  private static Path of(Path jar) {
    return jar.resolveSibling("previous").resolve(jar.getFileName());
  }

  /** Takes a copy of what serves now, by moving it in. */
  void take(Path jar, Path copy) {
    if (!jar.startsWith(data)) {
      return;
    }
    try {
      Files.createDirectories(of(jar).getParent());
      Files.move(copy, of(jar), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.error("copy to go back to could not be kept file={}", jar, e);
    }
  }

  /** Copies what serves now, unless that was done before. */
  void copy(Path jar) {
    if (!jar.startsWith(data)) {
      return;
    }
    try {
      if (!isSame(jar)) {
        Files.createDirectories(of(jar).getParent());
        Files.copy(
            jar, of(jar), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      LOG.error("copy to go back to could not be kept file={}", jar, e);
    }
  }

  /** The copy of what served from there, if there is one. */
  Optional<Path> find(Path jar) {
    return Optional.of(of(jar)).filter(Files::exists);
  }

  /** Whether there is one that differs from what lies there. */
  boolean hasOther(Path jar) {
    try {
      return Files.exists(of(jar)) && !isSame(jar);
    } catch (IOException e) {
      LOG.error("copy to go back to cannot be read file={}", of(jar), e);
      return false;
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
  boolean putBack(Path jar) throws IOException {
    if (!Files.exists(of(jar))) {
      return false;
    }
    Path half = jar.resolveSibling("." + jar.getFileName());
    Files.copy(of(jar), half, StandardCopyOption.REPLACE_EXISTING);
    Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** Renames a jar of the user's to NAME.failed; whether that was done. */
  boolean putAside(Path jar) {
    if (!jar.startsWith(data)) {
      return false;
    }
    try {
      Files.move(
          jar,
          jar.resolveSibling(jar.getFileName() + ".failed"),
          StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (IOException e) {
      LOG.error("bundle could not be put aside file={}", jar, e);
      return false;
    }
  }

  void forget(Path jar) throws IOException {
    Files.deleteIfExists(of(jar));
  }
}
