package innkeeper.common.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** The ports of 127.0.0.1, and of no other address. */
public final class LoopbackPort {

  private LoopbackPort() {}

  /** Returns whether no process listens on a port. */
  public static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns a port that was free a moment ago. */
  public static int anyFree() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, address())) {
      return socket.getLocalPort();
    }
  }

  private static InetAddress address() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
