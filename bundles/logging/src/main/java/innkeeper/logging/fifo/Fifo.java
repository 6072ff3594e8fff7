package innkeeper.logging.fifo;

import innkeeper.logging.file.Owner;
import innkeeper.logging.ring.ServerStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The reading end of one stream of a server. Opened read-write, so it never sees an end of file. A
 * read takes what is there and never waits; {@link FifoPoller} tells when there is something.
 */
public abstract class Fifo implements Closeable {

  /** What the kernel gives by itself, and the most that it gives to anyone. */
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
   * @throws IOException if it is no FIFO of ours; nothing was made or followed
   */
  public static Fifo open(Path run, String name, ServerStream stream, Optional<FifoCalls> calls)
      throws IOException {
    FifoSource source =
        ServerFifos.of(run, name)
            .find(stream)
            .orElseThrow(
                () ->
                    new IOException(
                        run.resolve(name + stream.fifoEnding())
                            + " is no FIFO of ours, so nothing is read from it"));
    Fifo fifo = calls.isPresent() ? NativeFifo.open(source, calls.get()) : JavaFifo.open(source);
    try {
      if (!ServerFifos.of(run, name).find(stream).equals(Optional.of(source))) {
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

  /** What the kernel calls it; -1 where only Java knows. */
  int descriptor() {
    return -1;
  }

  /**
   * @param into must be direct: read(2) goes straight into it
   * @return how many bytes came; 0 when nothing is there
   */
  public abstract int read(ByteBuffer into) throws IOException;

  public abstract int available() throws IOException;

  /**
   * Waits a little, for a server that prints fast.
   *
   * @return whether there is something to read
   */
  public abstract boolean linger(int millis) throws IOException;

  /**
   * Lets the kernel hold more for a server that prints fast: it and its reader wait less often. For
   * its reader alone.
   */
  public final void fast(boolean fast) {
    if (fast && !this.fast) {
      // A refusal is no fault: a user has so many pages for all pipes.
      resize(FAST_BYTES);
      this.fast = true;
    } else if (!fast && this.fast) {
      // Refused where more lies in it by now: then at the next rest.
      this.fast = !resize(USUAL_BYTES);
    }
  }

  /** Asks the kernel to hold so many bytes until they are read. */
  boolean resize(int bytes) {
    return true;
  }
}
