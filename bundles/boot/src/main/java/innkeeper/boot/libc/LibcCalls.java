package innkeeper.boot.libc;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/**
 * The calls of the C library that boot offers to bundles. This class alone loads nothing of JNA.
 */
public final class LibcCalls {

  private LibcCalls() {}

  /**
   * Returns the calls by their names in boot's map; each loads the library at its first use.
   *
   * @param run where JNA may unpack its native library, for a moment
   */
  public static Map<String, Supplier<?>> offered(Path run) {
    Supplier<Map<String, Object>> fifos = () -> NonBlockingFifos.functions(run);
    Supplier<ToIntFunction<String>> makeFifo = () -> Libc.load(run)::makeFifo;
    Supplier<IntBinaryOperator> signal = () -> Libc.load(run)::signal;
    Supplier<ToIntBiFunction<String, String>> datagram = () -> Libc.load(run)::sendDatagram;
    return Map.of(
        "fifo.calls", fifos,
        "fifo.make", makeFifo,
        "signal.send", signal,
        "datagram.send", datagram);
  }
}
