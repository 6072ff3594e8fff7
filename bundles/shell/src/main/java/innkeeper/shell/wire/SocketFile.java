package innkeeper.shell.wire;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A socket's address where its path may be too long for one: the kernel takes 107 bytes (sun_path),
 * DATA_DIR may be longer. Then a link in a private temporary directory stands in while binding or
 * connecting; the socket itself lies where it should.
 */
public final class SocketFile {

  private static final int LONGEST = 107;

  private SocketFile() {}

  /** Does something with the address. */
  public interface Use {
    void at(UnixDomainSocketAddress address) throws IOException;
  }

  public static void use(Path socket, Use use) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      use.at(UnixDomainSocketAddress.of(socket));
      return;
    }
    Path directory = Files.createTempDirectory("ink");
    Path link = directory.resolve("r");
    try {
      Files.createSymbolicLink(link, socket.toAbsolutePath().getParent());
      use.at(UnixDomainSocketAddress.of(link.resolve(socket.getFileName())));
    } finally {
      Files.deleteIfExists(link);
      Files.delete(directory);
    }
  }
}
