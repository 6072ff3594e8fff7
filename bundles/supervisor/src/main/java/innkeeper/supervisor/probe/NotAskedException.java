package innkeeper.supervisor.probe;

import java.io.IOException;
import java.net.Socket;

/** The host lacked what it takes to ask a server; that says nothing of the server. */
final class NotAskedException extends IOException {

  private static final long serialVersionUID = 1L;

  NotAskedException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /** Has the kernel's socket made, which without this happens within connect. */
  static void unlessMade(Socket socket) throws NotAskedException {
    try {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new NotAskedException(e);
    }
  }
}
