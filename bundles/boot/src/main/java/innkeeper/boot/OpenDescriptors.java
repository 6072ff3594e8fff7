package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds sockets of this process by their inodes in the kernel. */
final class OpenDescriptors {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenDescriptors() {}

  /**
   * Closes a socket that an uninstalled bundle did not close itself.
   *
   * @param inode the socket's, as in /proc/net/tcp
   * @param scratch where JNA may unpack its native library
   * @return why it is still open; "" if it is closed
   */
  static String closeSocket(String inode, Path scratch) {
    String link = "socket:[" + inode + "]";
    try {
      Libc libc = Libc.load(scratch);
      try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path descriptor : open) {
          if (link.equals(target(descriptor))
              && !libc.closeSocket(Integer.parseInt(descriptor.getFileName().toString()))) {
            return "the kernel refused to close it";
          }
        }
      }
      return "";
    } catch (IOException e) {
      return "descriptors cannot be listed: " + e.getMessage();
    } catch (LinkageError e) {
      return "the C library cannot be called: " + e.getMessage();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed since the listing
    }
  }
}
