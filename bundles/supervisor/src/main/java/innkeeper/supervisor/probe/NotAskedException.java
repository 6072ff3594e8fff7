package innkeeper.supervisor.probe;

import java.io.IOException;
import java.net.Socket;

/** Reports that the host lacked a resource to probe a server; it says nothing about the server. */
final class NotAskedException extends IOException {

  private static final long serialVersionUID = 1L;

  NotAskedException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /**
   * Makes the kernel's socket now, so that a lack of descriptors is not taken for a failed connect.
   */
  static void unlessMade(Socket socket) throws NotAskedException {
    try {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new NotAskedException(e);
    }
  }
}
