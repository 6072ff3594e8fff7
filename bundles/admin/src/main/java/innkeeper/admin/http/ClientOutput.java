package innkeeper.admin.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The output stream of an answer. It throws {@link ClientLeftException} if the client has left, so
 * that this is distinct from other failures.
 */
final class ClientOutput extends OutputStream {

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
