package innkeeper.logging.capture.fifo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FifoSizeTest {

  private static final int USUAL = 65_536;
  private static final int FAST = 1_048_576;

  private final List<Integer> asked = new ArrayList<>();
  private boolean granted = true;

  private final Fifo fifo =
      new Fifo(1) {
        @Override
        boolean resize(int bytes) {
          asked.add(bytes);
          return granted;
        }

        @Override
        public int read(ByteBuffer into) {
          return 0;
        }

        @Override
        public int available() {
          return 0;
        }

        @Override
        public boolean linger(int millis) {
          return false;
        }

        @Override
        public void close() {}
      };

  @Test
  void aFastServersFifoHoldsMoreUntilItRests() {
    fifo.fast(false);
    assertEquals(List.of(), asked);
    fifo.fast(true);
    fifo.fast(true);
    assertEquals(List.of(FAST), asked);
    fifo.fast(false);
    fifo.fast(false);
    assertEquals(List.of(FAST, USUAL), asked);
  }

  @Test
  void aRefusedPipeSizeIsNotRequestedAgainAtEachRead() {
    granted = false;
    fifo.fast(true);
    fifo.fast(true);
    assertEquals(List.of(FAST), asked);
  }

  @Test
  void aFullFifoGetsItsOldSizeAtALaterRest() {
    fifo.fast(true);
    granted = false;
    fifo.fast(false);
    granted = true;
    fifo.fast(false);
    fifo.fast(false);
    assertEquals(List.of(FAST, USUAL, USUAL), asked);
  }
}
