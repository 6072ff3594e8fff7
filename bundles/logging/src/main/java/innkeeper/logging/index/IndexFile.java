package innkeeper.logging.index;

import innkeeper.common.file.Durable;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in DATA_DIR/index with the arrival times and streams of the lines of one log file. The
 * file is created with its first entry. It is open only during a write, because each open
 * descriptor slows down the starts of servers.
 */
final class IndexFile {

  private final Path path;
  private final IndexHeader header;

  /** The number of bytes of entries in the file. */
  private long length;

  IndexFile(Path path, IndexHeader header, long length) {
    this.path = path;
    this.header = header;
    this.length = length;
  }

  Path path() {
    return path;
  }

  IndexHeader header() {
    return header;
  }

  long length() {
    return length;
  }

  /** Removes the bytes behind the last whole entry. */
  void cut() throws IOException {
    try (FileChannel out = open()) {
      out.truncate(IndexHeader.BYTES + length);
    }
  }

  /**
   * Appends entries, and creates the file with the first ones.
   *
   * @throws java.nio.file.NoSuchFileException if it was deleted
   */
  void append(byte[] entries) throws IOException {
    if (length == 0) {
      Owner.directoryOrLink(path.getParent());
      Files.deleteIfExists(path);
      try (FileChannel out =
          Durable.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer all = ByteBuffer.allocate(IndexHeader.BYTES + entries.length);
        write(out, all.put(header.bytes()).put(entries).flip());
      }
    } else {
      try (FileChannel out = open()) {
        // The position overwrites the bytes of a failed write.
        out.position(IndexHeader.BYTES + length);
        write(out, ByteBuffer.wrap(entries));
      }
    }
    length += entries.length;
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  private static void write(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /** Returns the bytes of a file; empty if it does not exist. It never follows a link. */
  static byte[] read(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return new byte[0];
    }
    return FileAccess.read(path, 0, Integer.MAX_VALUE);
  }
}
