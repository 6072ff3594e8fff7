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

/** Reads regular files, and never follows a link. */
public final class RegularFile {

  private RegularFile() {}

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
}
