package innkeeper.shell.far;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A port of this machine that leads to a far side. It ends with this program, whatever ends that.
 */
public final class Tunnel implements AutoCloseable {

  private final Process process;
  private final int port;

  private Tunnel(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Opens it on a free port.
   *
   * @param target as {@link Transport#tunnel} takes it
   * @param shown gets the lines that its program says later
   * @throws UnreachableException if it does not stand
   */
  public static Tunnel open(Transport to, String target, Consumer<String> shown)
      throws IOException {
    int port = freePort();
    Process process = TransportChannel.start(to.tunnel(port, target));
    FarErrors errors = new FarErrors(shown);
    errors.of(process.getErrorStream());
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (said.readLine() == null || !listens(port)) {
      String why = errors.last();
      process.destroy();
      throw new UnreachableException(
          to.name() + ": no tunnel to " + target + (why.isEmpty() ? "" : ": " + why), false);
    }
    errors.connected();
    return new Tunnel(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  /** Waits until the tunnel ends by itself: the connection broke. */
  public void awaitEnd() throws IOException {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
