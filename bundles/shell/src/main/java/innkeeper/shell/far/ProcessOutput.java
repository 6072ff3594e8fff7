package innkeeper.shell.far;

import java.io.IOException;
import java.io.InputStream;

/**
 * What a process prints. When a process ends, the JDK takes what it left from under a reader, who
 * may get "Stream closed" instead of it; the next read has it.
 */
final class ProcessOutput extends InputStream {

  private final InputStream stream;

  ProcessOutput(InputStream stream) {
    this.stream = stream;
  }

  @Override
  public int read() throws IOException {
    try {
      return stream.read();
    } catch (IOException e) {
      return stream.read();
    }
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      return stream.read(bytes, from, length);
    } catch (IOException e) {
      return stream.read(bytes, from, length);
    }
  }
}
