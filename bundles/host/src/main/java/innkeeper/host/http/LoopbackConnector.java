package innkeeper.host.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * The connector of page and API on 127.0.0.1. Jetty's own connector would open an IPv6 socket bound
 * to ::ffff:127.0.0.1, which tools display under another address. This one opens an IPv4 socket.
 */
final class LoopbackConnector extends ServerConnector {

  LoopbackConnector(Server server, int port) {
    super(server, 1, 1, HttpSettings.protocol());
    setHost(HttpSettings.HOST);
    setPort(port);
    setIdleTimeout(HttpSettings.IDLE_MILLIS);
  }

  @Override
  protected ServerSocketChannel openAcceptChannel() throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.INET);
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(new InetSocketAddress(getHost(), getPort()), getAcceptQueueSize());
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
