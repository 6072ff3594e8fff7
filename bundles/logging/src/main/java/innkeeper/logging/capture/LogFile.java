package innkeeper.logging.capture;

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
import java.util.Set;

/**
 * The active file of one log: opened for appending, never through a link, never anything but a
 * regular file. Not safe for many threads; {@link #bytes} may be read by any.
 */
public final class LogFile {

  private static final long LOOK_EVERY_NANOS = 500_000_000L;
  private static final long ENOUGH_BYTES = 256 << 10;

  private final Path path;
  private FileChannel channel;
  private volatile long inode = -1;

  /** How often it became another file; inodes come again. */
  private volatile int changes;

  private volatile Numbered numbered = new Numbered(0, -1);
  private volatile long bytes;
  private volatile long written;
  private boolean lineEnd = true;
  private boolean resting;
  private long looked;

  /** The sequence number its archive will have, told while it had become another so often. */
  private record Numbered(int changes, long number) {}

  LogFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** A predecessor wrote to this one. */
  void trust(long known) {
    if (inode < 0) {
      inode = known;
    }
  }

  /** Length as the writer knows it: whole writes only. */
  long bytes() {
    return bytes;
  }

  /** How many bytes were appended, into this file and those before it. */
  long written() {
    return written;
  }

  public long inode() {
    return inode;
  }

  /** How often it became another file. */
  public int changes() {
    return changes;
  }

  /**
   * Remembers the sequence number its archive will have, or 0 if the log has no file yet.
   *
   * @param seen {@link #changes} before the number was asked for
   */
  public void number(int seen, long number) {
    numbered = new Numbered(seen, number);
  }

  /** The number it was given since it became another file; -1 if none. */
  public long number() {
    Numbered known = numbered;
    return known.changes == changes ? known.number : -1;
  }

  /** Whether what was written last lies in the file that has the name. */
  public boolean named() {
    try {
      return Owner.inode(path) == inode && Files.size(path) >= bytes;
    } catch (IOException e) {
      return false;
    }
  }

  /** When it was changed last. */
  long changedMillis() throws IOException {
    return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toMillis();
  }

  /** Whether the file is empty or ends with a line end. */
  boolean lineEnd() {
    return lineEnd;
  }

  /** Opens it unless it is open. A look at the name now and then finds a file that went away. */
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

  /** Whether the name is still that of the file that is open. */
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
   * Goes on in whatever file has the name now. If that cannot be opened nothing is open: the file
   * it was may be an archive by now, or deleted, and what went there would be lost.
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
          path + " is no regular file, so nothing is written to it; move it away");
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      LogNameCheck.check(path, inode);
    }
    FileChannel fresh =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS),
            Owner.FILE);
    channel = fresh;
    resting = false;
    long now = Owner.inode(path);
    if (now != inode) {
      changes++;
      inode = now;
    }
    looked = System.nanoTime();
    measure();
  }

  private void measure() throws IOException {
    long size = channel.size();
    lineEnd = size == 0 || lastByte(size) == '\n';
    bytes = size;
  }

  private byte lastByte(long size) throws IOException {
    try (FileChannel in =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return in.read(last, size - 1) == 1 ? last.get(0) : (byte) '\n';
    }
  }

  /** Appends what is in the buffer; after an exception its position tells how much went out. */
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

  /** Takes the length from the disk, for a file that nobody writes. */
  void measureClosed() throws IOException {
    bytes = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
  }

  /**
   * Whether the disk has so little that writing would end at once again. What is left then is for
   * those who need a few bytes: bot.log, bot.db, a server's exit code.
   */
  boolean crumbsOnly() {
    File directory = path.getParent().toFile();
    return directory.getUsableSpace() < Math.min(ENOUGH_BYTES, directory.getTotalSpace() / 64);
  }

  boolean isOpen() {
    return channel != null && channel.isOpen();
  }

  /**
   * Closed until there is something to write: of many servers most are silent, and each descriptor
   * that is open costs every start of a server time.
   */
  void rest() throws IOException {
    close();
    resting = true;
  }

  /** Whether it would be open, had there been something to write. */
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
