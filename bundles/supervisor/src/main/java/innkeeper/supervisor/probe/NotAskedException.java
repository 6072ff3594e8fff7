package innkeeper.supervisor.probe;

import java.io.IOException;

/** Reports that the host lacked a resource to probe a server; it says nothing about the server. */
final class NotAskedException extends IOException {

  private static final long serialVersionUID = 1L;

  NotAskedException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
