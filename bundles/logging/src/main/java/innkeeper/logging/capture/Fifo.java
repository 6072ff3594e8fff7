package innkeeper.logging.capture;

import innkeeper.logging.file.Owner;
import innkeeper.logging.ring.ServerStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The reading end of one stream of a server. Opened read-write, so it never sees an end of file.
 * {@link #close} wakes a blocked read without losing a byte: read(2) then either took bytes into
 * the caller's buffer or took none.
 */
final class Fifo implements Closeable {

  private final RandomAccessFile file;
  private final FileChannel channel;
  private final FileInputStream unread;
  private final long inode;

  private Fifo(RandomAccessFile file, long inode) throws IOException {
    this.file = file;
    this.channel = file.getChannel();
    // Only this class of the JDK asks FIONREAD.
    this.unread = new FileInputStream(file.getFD());
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
  static Fifo open(Path run, String name, ServerStream stream) throws IOException {
    Source source =
        Source.find(run, name, stream)
            .orElseThrow(
                () ->
                    new IOException(
                        run.resolve(name + stream.fifoEnding())
                            + " is no FIFO of ours, so nothing is read from it"));
    RandomAccessFile file = new RandomAccessFile(source.path().toFile(), "rw");
    try {
      boolean made = seekable(file) && file.length() == 0;
      if (made) {
        // It was removed meanwhile, and Java cannot open for writing without making a file.
        Files.deleteIfExists(source.path());
      }
      if (made || seekable(file) || !Source.find(run, name, stream).equals(Optional.of(source))) {
        throw new IOException(source.path() + " changed while it was opened; trying again");
      }
      return new Fifo(file, source.inode());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static boolean seekable(RandomAccessFile file) {
    try {
      file.getFilePointer();
      return true;
    } catch (IOException pipe) {
      return false;
    }
  }

  long inode() {
    return inode;
  }

  /** Blocks until there is something. The buffer must be direct: read(2) goes straight into it. */
  int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  int available() throws IOException {
    return unread.available();
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      file.close();
    }
  }
}
