package innkeeper.admin.http;

import java.io.IOException;

/** The asker does not take its answer any more: no fault of this host's. */
public final class ClientLeftException extends IOException {

  private static final long serialVersionUID = 1L;

  public ClientLeftException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
