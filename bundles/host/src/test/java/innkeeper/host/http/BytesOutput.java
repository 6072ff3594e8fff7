package innkeeper.host.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;

/** An answer's body, kept. */
final class BytesOutput extends ServletOutputStream {

  private final ByteArrayOutputStream to;

  BytesOutput(ByteArrayOutputStream to) {
    this.to = to;
  }

  @Override
  public void write(int b) {
    to.write(b);
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {}
}
