package innkeeper.logging.capture.fifo;

import innkeeper.logging.file.Owner;
import innkeeper.logging.index.ServerStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The reading end of one stream of a server. It is opened read-write, so it never reaches an end of
 * file. A read returns the present bytes and never waits; {@link FifoPoller} reports when there are
 * bytes.
 */
public abstract class Fifo implements Closeable {

  /** The default size of a pipe in the kernel, and the maximum for any user. */
  private static final int USUAL_BYTES = 64 * 1024;

  private static final int FAST_BYTES = 1024 * 1024;

  private final long inode;
  private boolean fast;

  Fifo(long inode) {
    this.inode = inode;
  }

  static boolean is(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return attributes.isOther() && Owner.ours(path);
  }

  /**
   * Opens the FIFO of one stream.
   *
   * @throws IOException if the file is missing, is not a FIFO, or belongs to another user; no file
   *     was created and no link followed
   */
  public static Fifo open(Path run, String name, ServerStream stream, Optional<FifoCalls> calls)
      throws IOException {
    FifoSource source =
        new ServerFifos(run, name)
            .find(stream)
            .orElseThrow(
                () ->
                    new IOException(
                        run.resolve(name + stream.fifoEnding())
                            + " is not a FIFO of this user, so nothing is read from it"));
    Fifo fifo = calls.isPresent() ? NativeFifo.open(source, calls.get()) : JavaFifo.open(source);
    try {
      if (!new ServerFifos(run, name).find(stream).equals(Optional.of(source))) {
        throw new IOException(source.path() + " changed while it was opened; trying again");
      }
      return fifo;
    } catch (IOException e) {
      fifo.close();
      throw e;
    }
  }

  public long inode() {
    return inode;
  }

  /** Returns the file descriptor; -1 if only Java knows it. */
  int descriptor() {
    return -1;
  }

  /**
   * Reads the present bytes.
   *
   * @param into a direct buffer, because read(2) writes into it
   * @return the number of bytes; 0 if there are none
   */
  public abstract int read(ByteBuffer into) throws IOException;

  public abstract int available() throws IOException;

  /**
   * Waits a short time, for a server that prints fast.
   *
   * @return whether there are bytes to read
   */
  public abstract boolean linger(int millis) throws IOException;

  /**
   * Lets the kernel hold more bytes for a server that prints fast, so that the server and its
   * reader wait less often. Only the reader calls this.
   */
  public final void fast(boolean fast) {
    if (fast && !this.fast) {
      // A refusal is not an error, because the kernel limits the pages of all pipes of a user.
      resize(FAST_BYTES);
      this.fast = true;
    } else if (!fast && this.fast) {
      // The kernel refuses if the pipe holds more bytes now; the next rest tries again.
      this.fast = !resize(USUAL_BYTES);
    }
  }

  /** Asks the kernel to hold a number of bytes until they are read. */
  boolean resize(int bytes) {
    return true;
  }
}
