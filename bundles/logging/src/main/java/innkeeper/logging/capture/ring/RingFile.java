package innkeeper.logging.capture.ring;

import innkeeper.common.file.Durable;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mapped file on tmpfs, or memory of this process if no file exists. A map needs no descriptor.
 * Each open descriptor slows down every start of a server, because a JVM's child process closes all
 * inherited descriptors one by one.
 */
final class RingFile {

  static final byte[] EMPTY = new byte[4096];

  private static final Logger LOG = LoggerFactory.getLogger(RingFile.class);

  static {
    Arrays.fill(EMPTY, (byte) 0xFF);
  }

  /** The path of the file; null if the bytes are in this process's memory only. */
  private Path path;

  private long inode;

  private RingFile(Path path, long inode) {
    this.path = path;
    this.inode = inode;
  }

  static RingFile inMemory() {
    return new RingFile(null, 0);
  }

  /** Returns the size of the file while few bytes arrive. */
  int quietBytes() {
    return survives() ? StreamBuffer.QUIET : StreamBuffer.BUSY;
  }

  /**
   * Opens the file of a predecessor, or creates a new one.
   *
   * @throws IOException if the file belongs to another user, or there is not enough memory
   */
  static RingFile open(Path path, long leastBytes) throws IOException {
    boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (there && !(Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Owner.ours(path))) {
      throw new IOException(path + " is not a regular file of this user; remove it");
    }
    try (FileChannel file =
        Durable.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      allocate(file, leastBytes);
      return new RingFile(path, Owner.inode(path));
    }
  }

  boolean survives() {
    return path != null;
  }

  /** Returns the length of the file; 0 in memory only. */
  long bytes() throws IOException {
    try (FileChannel file = channel()) {
      return file == null ? 0 : file.size();
    }
  }

  /** Maps the file between two offsets. */
  ByteBuffer map(long from, long to) throws IOException {
    try (FileChannel file = channel()) {
      if (file == null) {
        return ByteBuffer.allocateDirect((int) (to - from)).order(ByteOrder.LITTLE_ENDIAN);
      }
      allocate(file, to);
      return file.map(FileChannel.MapMode.READ_WRITE, from, to - from)
          .order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  void truncate(long bytes) throws IOException {
    try (FileChannel file = channel()) {
      if (file != null) {
        file.truncate(bytes);
      }
    }
  }

  /**
   * Opens the file.
   *
   * @return null if the file was removed; from then on the bytes are in this process's memory only
   */
  private FileChannel channel() throws IOException {
    if (path == null) {
      return null;
    }
    try {
      if (Owner.inode(path) == inode) {
        return FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("no file of that name any more", e);
    }
    LOG.warn("unwritten output is in this process only, its file was removed path={}", path);
    path = null;
    return null;
  }

  /**
   * Writes real bytes, so that a page which tmpfs cannot provide causes an exception now instead of
   * a SIGBUS later.
   */
  private static void allocate(FileChannel file, long size) throws IOException {
    long at = file.size();
    while (at < size) {
      at += file.write(ByteBuffer.wrap(EMPTY, 0, (int) Math.min(EMPTY.length, size - at)), at);
    }
  }
}
