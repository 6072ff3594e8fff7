package innkeeper.logging.capture.fifo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A FIFO opened non-blocking, which epoll can watch. */
final class NativeFifo extends Fifo {

  private final FifoCalls calls;
  private final int descriptor;

  /**
   * Whether the descriptor is closed. The object's monitor guards it, because the number may belong
   * to another file after the close.
   */
  private boolean closed;

  private NativeFifo(FifoCalls calls, int descriptor, long inode) {
    super(inode);
    this.calls = calls;
    this.descriptor = descriptor;
  }

  static NativeFifo open(FifoSource source, FifoCalls calls) throws IOException {
    int descriptor = calls.open().applyAsInt(source.path().toString());
    if (descriptor < 0) {
      throw new IOException(source.path() + " could not be opened: errno " + -descriptor);
    }
    NativeFifo fifo = new NativeFifo(calls, descriptor, source.inode());
    try {
      Object inode = Files.getAttribute(Path.of("/proc/self/fd/" + descriptor), "unix:ino");
      if (!inode.equals(source.inode())) {
        throw new IOException(source.path() + " changed while it was opened; trying again");
      }
      return fifo;
    } catch (IOException e) {
      fifo.close();
      throw e;
    }
  }

  @Override
  int descriptor() {
    return descriptor;
  }

  /** Reads the present bytes. Only the reader calls this, and never after the close. */
  @Override
  public int read(ByteBuffer into) throws IOException {
    return checked(calls.read().apply(descriptor, into), "read");
  }

  @Override
  public synchronized int available() throws IOException {
    if (closed) {
      throw new IOException("the FIFO is closed");
    }
    return checked(calls.available().applyAsInt(descriptor), "checked");
  }

  @Override
  public boolean linger(int millis) {
    return calls.linger().applyAsInt(descriptor, millis) > 0;
  }

  @Override
  boolean resize(int bytes) {
    return calls.resize().applyAsInt(descriptor, bytes) >= 0;
  }

  private static int checked(int result, String what) throws IOException {
    if (result < 0) {
      throw new IOException("the FIFO could not be " + what + ": errno " + -result);
    }
    return result;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      calls.close().applyAsInt(descriptor);
    }
  }
}
