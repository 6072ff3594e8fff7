package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.index.ServerStream;
import org.junit.jupiter.api.Test;

class StreamPacesTest {

  private final StreamPaces paces = new StreamPaces();

  private void flood(ServerStream stream) {
    for (int read = 0; read < 32; read++) {
      paces.of(stream).took(StreamBuffer.SLOT, true);
    }
  }

  @Test
  void aServerFloodsAStreamThatItPrintsToFast() {
    assertFalse(paces.floods(ServerStream.STDOUT));
    paces.of(ServerStream.STDOUT).took(100, false);
    assertFalse(paces.floods(ServerStream.STDOUT));
    flood(ServerStream.STDOUT);
    assertTrue(paces.floods(ServerStream.STDOUT));
    assertFalse(paces.floods(ServerStream.STDERR));
  }

  @Test
  void bothStreamsAreReadAtOnceWhenBothPrint() {
    flood(ServerStream.STDOUT);
    paces.of(ServerStream.STDERR).took(100, false);
    assertFalse(paces.floods(ServerStream.STDOUT));
  }
}
