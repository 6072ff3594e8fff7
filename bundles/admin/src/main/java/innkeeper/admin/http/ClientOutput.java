package innkeeper.admin.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The output stream of an answer. It throws {@link ClientLeftException} if the client has left, so
 * that this is distinct from other failures.
 */
final class ClientOutput extends OutputStream {

  /** The client has left before it received its whole answer. This is not a fault of the host. */
  static final class ClientLeftException extends IOException {

    private static final long serialVersionUID = 1L;

    private ClientLeftException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private final OutputStream out;

  ClientOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws ClientLeftException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws ClientLeftException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw new ClientLeftException(e);
    }
  }

  @Override
  public void flush() throws ClientLeftException {
    try {
      out.flush();
    } catch (IOException e) {
      throw new ClientLeftException(e);
    }
  }
}
