package innkeeper.logging.capture.fifo;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of the C library for FIFOs, which boot provides as functions of JDK types in the system
 * properties. A result below 0 is a negative errno.
 *
 * @param watch makes {@code await} report a descriptor once when there are bytes to read
 * @param linger waits for one descriptor for a number of milliseconds; above 0 when it can be read
 * @param resize sets the number of bytes that the kernel may hold for one descriptor; fails if an
 *     earlier boot has no such call
 * @param epoll the descriptor behind watch and await, to be closed at the end
 */
public record FifoCalls(
    ToIntFunction<String> open,
    BiFunction<Integer, ByteBuffer, Integer> read,
    IntUnaryOperator available,
    IntUnaryOperator watch,
    IntFunction<int[]> await,
    IntBinaryOperator linger,
    IntBinaryOperator resize,
    IntUnaryOperator close,
    int epoll) {

  private static final IntBinaryOperator NO_RESIZE = (descriptor, bytes) -> -1;
  private static final Logger LOG = LoggerFactory.getLogger(FifoCalls.class);

  /**
   * Returns the calls; empty if boot has none, because it is an earlier one or the platform lacks
   * them.
   */
  @SuppressWarnings("unchecked")
  public static Optional<FifoCalls> find() {
    if (!(System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
        && boot.get("fifo.calls") instanceof Supplier<?> maker)) {
      return Optional.empty();
    }
    try {
      Map<String, Object> calls = (Map<String, Object>) maker.get();
      return Optional.of(
          new FifoCalls(
              (ToIntFunction<String>) calls.get("open"),
              (BiFunction<Integer, ByteBuffer, Integer>) calls.get("read"),
              (IntUnaryOperator) calls.get("available"),
              (IntUnaryOperator) calls.get("watch"),
              (IntFunction<int[]>) calls.get("await"),
              (IntBinaryOperator) calls.get("linger"),
              (IntBinaryOperator) calls.getOrDefault("resize", NO_RESIZE),
              (IntUnaryOperator) calls.get("close"),
              (Integer) calls.get("epoll")));
    } catch (LinkageError e) {
      LOG.warn(
          "FIFOs are checked every 10 ms, because epoll cannot be called why={}", e.getMessage());
      return Optional.empty();
    }
  }
}
