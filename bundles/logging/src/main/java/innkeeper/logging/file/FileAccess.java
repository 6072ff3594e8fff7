package innkeeper.logging.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;

/** Reads regular files without following a link, and lists directories. */
public final class FileAccess {

  private FileAccess() {}

  /**
   * Returns the bytes of a file from an offset on; fewer than {@code most} if the file ends before.
   */
  public static byte[] read(Path path, long from, int most) throws IOException {
    if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isRegularFile()) {
      throw new IOException("it is not a regular file");
    }
    try (FileChannel in =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(in.size() - from, most)));
      while (bytes.hasRemaining() && in.read(bytes, from + bytes.position()) >= 0) {
        continue;
      }
      return Arrays.copyOf(bytes.array(), bytes.position());
    }
  }

  /**
   * Returns the names in a directory with a prefix; none if the directory does not exist. The
   * archives of hundreds of logs are in one directory, so it creates no Path for each.
   */
  public static List<String> names(Path directory, String prefix) throws IOException {
    String[] names = directory.toFile().list((parent, name) -> name.startsWith(prefix));
    if (names == null && Files.isDirectory(directory)) {
      throw new IOException(directory + " cannot be listed");
    }
    return names == null ? List.of() : List.of(names);
  }
}
