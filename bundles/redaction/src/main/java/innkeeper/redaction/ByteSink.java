package innkeeper.redaction;

import java.io.IOException;

/** Where clean bytes go. Called on the thread that writes to the stream, in order. */
@FunctionalInterface
public interface ByteSink {

  /**
   * Takes {@code length} bytes of {@code bytes} from {@code from}; the array is the caller's and
   * must be neither changed nor kept.
   *
   * @throws IOException if the bytes could not be taken
   */
  void write(byte[] bytes, int from, int length) throws IOException;
}
