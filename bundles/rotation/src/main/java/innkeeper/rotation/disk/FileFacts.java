package innkeeper.rotation.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What the platform tells of a file beyond the basics, where it does. */
public final class FileFacts {

  private FileFacts() {}

  /** How many names it has; 1 where the platform does not tell. */
  public static int links(Path file) throws IOException {
    try {
      return (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return 1;
    }
  }

  /** The disk it lies on, the same for all files of that disk. */
  static Object disk(Path directory) throws IOException {
    try {
      return Files.getAttribute(directory, "unix:dev");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Files.getFileStore(directory).name();
    }
  }

  /** The one spelling of a directory that may be reached by several; itself if it is not there. */
  public static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException missing) {
      return directory.toAbsolutePath().normalize();
    }
  }

  /** Attributes of the name itself, no symbolic link followed. */
  public static BasicFileAttributes of(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
