package innkeeper.host.http;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connector of page and API on a Unix socket, which only its owner can open, even on a machine
 * with many users. It extends {@link ServerConnector} because Felix accepts no other class. Jetty's
 * own connector for Unix sockets does not extend it.
 */
final class UnixSocketConnector extends ServerConnector {

  private static final Logger LOG = LoggerFactory.getLogger(UnixSocketConnector.class);

  private final Path path;
  private volatile ServerSocketChannel channel;

  UnixSocketConnector(Server server, Path path) {
    super(server, 1, 1, HttpSettings.protocol());
    this.path = path;
    setHost(HttpSettings.HOST); // Felix requires a host; no TCP socket is opened
    setIdleTimeout(HttpSettings.IDLE_MILLIS);
  }

  /**
   * Binds the socket with a mode for its owner only. Its directory admits no other user either, as
   * boot has checked.
   */
  @Override
  public void open() throws IOException {
    ServerSocketChannel fresh = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    fresh.bind(UnixDomainSocketAddress.of(path));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    channel = fresh;
    addBean(fresh);
  }

  @Override
  public boolean isOpen() {
    ServerSocketChannel now = channel;
    return now != null && now.isOpen();
  }

  @Override
  public void accept(int acceptor) throws IOException {
    SocketChannel peer = channel.accept();
    peer.configureBlocking(false);
    getSelectorManager().accept(peer);
  }

  @Override
  public void close() {
    ServerSocketChannel now = channel;
    if (now == null) {
      return;
    }
    channel = null;
    removeBean(now);
    try {
      now.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("socket of the page could not be removed socket={}", path, e);
    }
  }
}
