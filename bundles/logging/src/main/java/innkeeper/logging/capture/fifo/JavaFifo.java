package innkeeper.logging.capture.fifo;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.concurrent.locks.LockSupport;

/**
 * A FIFO for platforms without the calls of the C library. It reads only when FIONREAD reports
 * bytes.
 */
final class JavaFifo extends Fifo {

  private final RandomAccessFile file;
  private final FileChannel channel;
  private final FileInputStream unread;

  private JavaFifo(RandomAccessFile file, long inode) throws IOException {
    super(inode);
    this.file = file;
    this.channel = file.getChannel();
    // FileInputStream is the only class of the JDK that calls FIONREAD.
    this.unread = new FileInputStream(file.getFD());
  }

  static JavaFifo open(FifoSource source) throws IOException {
    RandomAccessFile file = new RandomAccessFile(source.path().toFile(), "rw");
    try {
      if (seekable(file)) {
        if (file.length() == 0) {
          // The FIFO was removed meanwhile, and Java created a file, because it cannot open for
          // writing without that.
          Files.deleteIfExists(source.path());
        }
        throw new IOException(source.path() + " changed while it was opened; trying again");
      }
      return new JavaFifo(file, source.inode());
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

  @Override
  public int read(ByteBuffer into) throws IOException {
    return available() > 0 ? channel.read(into) : 0;
  }

  @Override
  public int available() throws IOException {
    return unread.available();
  }

  @Override
  public boolean linger(int millis) throws IOException {
    LockSupport.parkNanos(this, 1_000_000L);
    return available() > 0;
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
