package innkeeper.boot.libc;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * Non-blocking reads of FIFOs, and one epoll for all of them, which Java lacks. The logging surface
 * gets them as functions of JDK types. They work on Linux on all machines with the generic numbers,
 * for example x86-64 and aarch64, with any C library.
 */
public final class NonBlockingFifos {

  private static final int READ_WRITE = 2;
  private static final int NON_BLOCKING = 04000;
  private static final int CLOSE_ON_EXEC = 02000000;
  private static final int UNREAD_BYTES = 0x541B;
  private static final int SET_PIPE_SIZE = 1031;
  private static final int INTERRUPTED = 4;
  private static final int AGAIN = 11;

  private static final int ADD = 1;
  private static final int CHANGE = 3;
  private static final int READABLE_ONCE = 1 | 1 << 30;

  /** True on x86, the only architecture on which struct epoll_event is packed. */
  private static final boolean PACKED =
      Set.of("amd64", "x86_64", "x86", "i386").contains(System.getProperty("os.arch"));

  private static final int DATA = PACKED ? 4 : 8;
  private static final int EVENT = PACKED ? 12 : 16;
  private static final int MOST_EVENTS = 64;

  /** The memory of one struct pollfd: the descriptor, the requested events, the returned events. */
  private static final ThreadLocal<ByteBuffer> POLLED =
      ThreadLocal.withInitial(() -> buffer(Integer.BYTES + 2 * Short.BYTES));

  private final Function open;
  private final Function read;
  private final Function ioctl;
  private final Function close;
  private final Function poll;
  private final Function fcntl;
  private final Function control;
  private final Function await;
  private final int epoll;

  /** Guards {@link #event} and {@link #unread}. */
  private final Object lock = new Object();

  private final ByteBuffer event = buffer(EVENT);
  private final ByteBuffer unread = buffer(Integer.BYTES);
  private final ByteBuffer events = buffer(EVENT * MOST_EVENTS);

  private NonBlockingFifos(NativeLibrary library) {
    open = library.getFunction("open");
    read = library.getFunction("read");
    ioctl = library.getFunction("ioctl");
    close = library.getFunction("close");
    poll = library.getFunction("poll");
    fcntl = library.getFunction("fcntl");
    control = library.getFunction("epoll_ctl");
    await = library.getFunction("epoll_wait");
    epoll = library.getFunction("epoll_create1").invokeInt(new Object[] {CLOSE_ON_EXEC});
    if (epoll < 0) {
      throw new UnsatisfiedLinkError("epoll_create1 failed, errno " + Native.getLastError());
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * Returns the functions, with an epoll of their own. A result below 0 is a negative errno.
   *
   * @param scratch where JNA may unpack its native library
   * @throws LinkageError if this platform has no such library
   */
  public static Map<String, Object> functions(Path scratch) {
    NonBlockingFifos calls = new NonBlockingFifos(Libc.library(scratch));
    return Map.of(
        "open", (ToIntFunction<String>) calls::open,
        "read", (BiFunction<Integer, ByteBuffer, Integer>) calls::read,
        "available", (IntUnaryOperator) calls::available,
        "watch", (IntUnaryOperator) calls::watch,
        "await", (IntFunction<int[]>) calls::await,
        "linger", (IntBinaryOperator) calls::linger,
        "resize", (IntBinaryOperator) calls::resize,
        "close", (IntUnaryOperator) calls::close,
        "epoll", calls.epoll);
  }

  private static int result(int returned) {
    return returned < 0 ? -Native.getLastError() : returned;
  }

  private int open(String path) {
    byte[] name = (path + "\0").getBytes(Libc.PATHS);
    return result(open.invokeInt(new Object[] {name, READ_WRITE | NON_BLOCKING | CLOSE_ON_EXEC}));
  }

  /**
   * Reads into the buffer from its position on; the position does not change. Returns 0 if no byte
   * is available now.
   */
  private int read(int descriptor, ByteBuffer into) {
    Object[] arguments = {descriptor, into.slice(), new NativeLong(into.remaining())};
    int bytes = result((int) read.invokeLong(arguments));
    return bytes == -AGAIN || bytes == -INTERRUPTED ? 0 : bytes;
  }

  private int available(int descriptor) {
    synchronized (lock) {
      int failed = result(ioctl.invokeInt(new Object[] {descriptor, UNREAD_BYTES, unread}));
      return failed < 0 ? failed : unread.getInt(0);
    }
  }

  /** Makes {@link #await} return this descriptor once when it can be read, possibly at once. */
  private int watch(int descriptor) {
    synchronized (lock) {
      event.putInt(0, READABLE_ONCE).putInt(DATA, descriptor);
      int failed = control(CHANGE, descriptor);
      return failed < 0 ? control(ADD, descriptor) : failed;
    }
  }

  private int control(int what, int descriptor) {
    return result(control.invokeInt(new Object[] {epoll, what, descriptor, event}));
  }

  /** Waits at most this long and returns the descriptors that can be read. For one thread. */
  private int[] await(int millis) {
    int n = await.invokeInt(new Object[] {epoll, events, MOST_EVENTS, millis});
    int[] ready = new int[Math.max(0, n)];
    for (int i = 0; i < ready.length; i++) {
      ready[i] = events.getInt(i * EVENT + DATA);
    }
    return ready;
  }

  /** Waits for one descriptor. Returns a number above 0 if it can be read. */
  private int linger(int descriptor, int millis) {
    ByteBuffer polled = POLLED.get().putInt(0, descriptor).putShort(Integer.BYTES, (short) 1);
    return result(poll.invokeInt(new Object[] {polled, new NativeLong(1), millis}));
  }

  /** Sets the capacity of the FIFO. The kernel rounds up and returns the new capacity. */
  private int resize(int descriptor, int bytes) {
    return result(fcntl.invokeInt(new Object[] {descriptor, SET_PIPE_SIZE, bytes}));
  }

  private int close(int descriptor) {
    return result(close.invokeInt(new Object[] {descriptor}));
  }
}
