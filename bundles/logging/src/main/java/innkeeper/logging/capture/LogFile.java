package innkeeper.logging.capture;

import innkeeper.common.file.Durable;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.LogNameCheck;
import innkeeper.logging.file.Owner;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The active file of one log. It is opened for appending, never through a link, and only if it is a
 * regular file. Not safe for many threads; any thread may read {@link #bytes}.
 */
public final class LogFile {

  private static final long LOOK_EVERY_NANOS = 500_000_000L;
  private static final long ENOUGH_BYTES = 256 << 10;

  private final Path path;
  private FileChannel channel;
  private volatile long inode = -1;

  private volatile long bytes;
  private volatile long written;
  private boolean lineEnd = true;
  private boolean resting;
  private long looked;

  LogFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Sets the inode of the file to which a predecessor wrote. */
  void trust(long known) {
    if (inode < 0) {
      inode = known;
    }
  }

  /** Returns the length that the writer knows; it counts whole writes only. */
  long bytes() {
    return bytes;
  }

  /** Returns the number of bytes appended to this file and to those before it. */
  long written() {
    return written;
  }

  public long inode() {
    return inode;
  }

  /** Returns the time of the file's last change. */
  long changedMillis() throws IOException {
    return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toMillis();
  }

  /** Returns whether the file is empty or ends with a line end. */
  boolean lineEnd() {
    return lineEnd;
  }

  /**
   * Opens the file unless it is open. A periodic check of the name finds a file that was removed.
   */
  void open() throws IOException {
    if (channel != null && channel.isOpen()) {
      long now = System.nanoTime();
      if (now - looked < LOOK_EVERY_NANOS) {
        return;
      }
      looked = now;
      if (same()) {
        return;
      }
    }
    reopen();
  }

  /** Returns whether the name still belongs to the open file. */
  boolean same() throws IOException {
    try {
      if (Owner.inode(path) != inode) {
        return false;
      }
      if (channel.size() != bytes) {
        measure();
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Continues in the file that has the name now. If that file cannot be opened, no file is open.
   * The previous file may be an archive or deleted by now, and bytes written to it would be lost.
   */
  void reopen() throws IOException {
    close();
    if (inode >= 0) {
      Owner.notUnmounted(path.getParent().getParent());
    }
    Owner.directoryOrLink(path.getParent());
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          path + " is not a regular file, so nothing is written to it; move it away");
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      LogNameCheck.check(path, inode);
    }
    channel =
        Durable.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS);
    resting = false;
    inode = Owner.inode(path);
    looked = System.nanoTime();
    measure();
  }

  private void measure() throws IOException {
    long size = channel.size();
    byte[] last = FileAccess.read(path, Math.max(0, size - 1), 1);
    lineEnd = last.length == 0 || last[0] == '\n';
    bytes = size;
  }

  /**
   * Appends the bytes in the buffer; after an exception the buffer's position shows the number of
   * written bytes.
   */
  void append(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      int wrote = channel.write(from);
      if (wrote > 0) {
        lineEnd = from.get(from.position() - 1) == '\n';
        bytes += wrote;
        written += wrote;
      }
    }
  }

  /** Reads the length from the disk, for a file without a writer. */
  void measureClosed() throws IOException {
    bytes = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
  }

  /**
   * Returns whether the disk has so little space that a write would soon fail again. The remaining
   * space is reserved for bot.log, bot.db and a server's exit code, which need only a few bytes.
   */
  boolean crumbsOnly() {
    File directory = path.getParent().toFile();
    return directory.getUsableSpace() < Math.min(ENOUGH_BYTES, directory.getTotalSpace() / 64);
  }

  boolean isOpen() {
    return channel != null && channel.isOpen();
  }

  /**
   * Closes the file until the next write. Most servers are silent, and each open descriptor slows
   * down every start of a server.
   */
  void rest() throws IOException {
    close();
    resting = true;
  }

  /** Returns whether the file is closed only because there was no byte to write. */
  boolean resting() {
    return resting;
  }

  void close() throws IOException {
    resting = false;
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
