package innkeeper.admin.http;

import java.io.IOException;

/** The client has left before it received its whole answer. This is not a fault of the host. */
public final class ClientLeftException extends IOException {

  private static final long serialVersionUID = 1L;

  public ClientLeftException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
