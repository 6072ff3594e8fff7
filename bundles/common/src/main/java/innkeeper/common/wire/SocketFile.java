package innkeeper.common.wire;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A socket address for a path that may be too long. The kernel accepts 107 bytes (sun_path), and
 * DATA_DIR may be longer. Then the directory is held open while binding or connecting, and its
 * descriptor's name in /proc replaces the path.
 */
public final class SocketFile {

  private static final int LONGEST = 107;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private SocketFile() {}

  /** Uses the address. */
  public interface Use {
    void at(UnixDomainSocketAddress address) throws IOException;
  }

  public static void use(Path socket, Use use) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      use.at(UnixDomainSocketAddress.of(socket));
      return;
    }
    Path directory = socket.toAbsolutePath().getParent().toRealPath();
    try (FileChannel open = FileChannel.open(directory, StandardOpenOption.READ)) {
      if (!open.isOpen()) {
        throw new IOException(directory + " cannot be held open");
      }
      use.at(UnixDomainSocketAddress.of(descriptor(directory).resolve(socket.getFileName())));
    }
  }

  private static Path descriptor(Path directory) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path one : all) {
        if (Files.exists(one) && Files.readSymbolicLink(one).equals(directory)) {
          return one;
        }
      }
    }
    throw new IOException(
        "the path of the socket is longer than " + LONGEST + " bytes: use a shorter DATA_DIR");
  }
}
