package innkeeper.boot.libc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NonBlockingFifosTest {

  private static final int NO_SUCH_FILE = 2;
  private static final int NO_SUCH_DESCRIPTOR = 9;
  private static final int FILE_EXISTS = 17;

  @TempDir Path dir;

  @Test
  @SuppressWarnings("unchecked")
  void aFifoIsWatchedAndReadWithoutAWait() throws Exception {
    Path fifo = dir.resolve("f\u00e4 fo");
    Libc libc = Libc.load(dir);
    assertEquals(0, libc.makeFifo(fifo.toString()));
    assertEquals(-FILE_EXISTS, libc.makeFifo(fifo.toString()));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(fifo)));
    Map<String, Object> calls = NonBlockingFifos.functions(dir);
    ToIntFunction<String> open = (ToIntFunction<String>) calls.get("open");
    BiFunction<Integer, ByteBuffer, Integer> read =
        (BiFunction<Integer, ByteBuffer, Integer>) calls.get("read");
    IntUnaryOperator available = (IntUnaryOperator) calls.get("available");
    IntUnaryOperator watch = (IntUnaryOperator) calls.get("watch");
    IntFunction<int[]> await = (IntFunction<int[]>) calls.get("await");
    IntUnaryOperator close = (IntUnaryOperator) calls.get("close");

    assertEquals(-NO_SUCH_FILE, open.applyAsInt(dir.resolve("none").toString()));
    int descriptor = open.applyAsInt(fifo.toString());
    assertTrue(descriptor > 0, "errno " + -descriptor);
    ByteBuffer into = ByteBuffer.allocateDirect(100).position(10);
    assertEquals(0, read.apply(descriptor, into), "nothing there");
    assertEquals(0, watch.applyAsInt(descriptor));
    assertArrayEquals(new int[0], await.apply(1));
    try (OutputStream out = Files.newOutputStream(fifo)) {
      out.write("hello".getBytes(StandardCharsets.US_ASCII));
    }
    assertArrayEquals(new int[] {descriptor}, await.apply(20_000));
    assertArrayEquals(new int[0], await.apply(1), "once");
    assertEquals(0, watch.applyAsInt(descriptor));
    assertArrayEquals(new int[] {descriptor}, await.apply(20_000), "still there");
    IntBinaryOperator linger = (IntBinaryOperator) calls.get("linger");
    assertEquals(1, linger.applyAsInt(descriptor, 20_000));
    assertEquals(5, available.applyAsInt(descriptor));
    assertEquals(5, read.apply(descriptor, into));
    assertEquals(0, linger.applyAsInt(descriptor, 1));
    IntBinaryOperator resize = (IntBinaryOperator) calls.get("resize");
    assertEquals(131072, resize.applyAsInt(descriptor, 131072));
    assertEquals(-NO_SUCH_DESCRIPTOR, resize.applyAsInt(-1, 131072));
    assertEquals(10, into.position());
    assertEquals((byte) 'h', into.get(10));
    assertEquals((byte) 'o', into.get(14));
    assertEquals(0, close.applyAsInt(descriptor));
    assertEquals(0, close.applyAsInt((Integer) calls.get("epoll")));
  }
}
