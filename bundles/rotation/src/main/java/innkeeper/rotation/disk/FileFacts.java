package innkeeper.rotation.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The attributes of a file that only some platforms have. */
public final class FileFacts {

  private FileFacts() {}

  /** Returns the number of hard links to a file; 1 if the platform does not report it. */
  public static int links(Path file) throws IOException {
    try {
      return (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return 1;
    }
  }

  /**
   * Returns an identifier of the disk that holds a directory; it is equal for all files of that
   * disk.
   */
  static Object disk(Path directory) throws IOException {
    try {
      return Files.getAttribute(directory, "unix:dev");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Files.getFileStore(directory).name();
    }
  }

  /**
   * Returns the real path of a directory that has several paths; if it does not exist, the
   * normalized path.
   */
  public static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException missing) {
      return directory.toAbsolutePath().normalize();
    }
  }

  /** Returns the attributes of the name itself; a symbolic link is not followed. */
  public static BasicFileAttributes of(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
