package innkeeper.boot.libc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The open descriptors of a process, as the kernel names them in /proc/PID/fd. */
public final class Descriptors {

  private Descriptors() {}

  /**
   * Returns the open files and sockets of a process by their numbers.
   *
   * @param process its pid, or {@code self}
   * @return each as a path, or as {@code socket:[INODE]}
   * @throws IOException if the process has ended or belongs to another user, or without /proc
   */
  public static Map<Integer, String> of(String process) throws IOException {
    Map<Integer, String> targets = new TreeMap<>();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc", process, "fd"))) {
      for (Path descriptor : open) {
        try {
          targets.put(
              Integer.valueOf(descriptor.getFileName().toString()),
              Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
          continue; // closed since the listing
        }
      }
    }
    return targets;
  }

  /**
   * Closes a socket of this process that an uninstalled bundle did not close itself.
   *
   * @param inode the socket's, as in /proc/net/tcp
   * @param scratch where JNA may unpack its native library
   * @return why it is still open; "" if it is closed
   */
  public static String closeSocket(String inode, Path scratch) {
    try {
      Libc libc = Libc.load(scratch);
      for (Map.Entry<Integer, String> open : of("self").entrySet()) {
        if (open.getValue().equals("socket:[" + inode + "]") && !libc.closeSocket(open.getKey())) {
          return "the kernel refused to close it";
        }
      }
      return "";
    } catch (IOException e) {
      return "descriptors cannot be listed: " + e.getMessage();
    } catch (LinkageError e) {
      return "the C library cannot be called: " + e.getMessage();
    }
  }
}
