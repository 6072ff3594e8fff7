package innkeeper.boot.disk;

import innkeeper.api.thread.WatchedThread;
import innkeeper.common.file.Durable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * Disk space reserved for bot.log and bot.db, as a file of random bytes, because some file systems
 * compress zeros or store them as a hole. The space is released in small pieces, because on a full
 * disk other programs use the free space as well. A thread fills the file again as soon as enough
 * space is free. Safe for many threads.
 */
public final class DiskReserve {

  private static final long MOST = 1 << 20;
  private static final int CHUNK = 64 << 10;

  /** The factor for refilling: the free space must be this multiple of the missing bytes. */
  private static final int PLENTY = 2;

  private static final long LOOK_MS = 100;

  private final Path path;
  private final long startBytes;
  private long held;
  private boolean filling;
  private boolean closed;

  private DiskReserve(Path path, long startBytes, long held) {
    this.path = path;
    this.startBytes = startBytes;
    this.held = held;
  }

  /**
   * Opens the reserve. Space that an earlier host reserved counts; the rest is taken at once if
   * enough is free.
   *
   * @param startBytes the space that a start needs, which stays free
   */
  public static DiskReserve at(Path path, long startBytes) {
    long held = 0;
    try {
      held = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
    } catch (IOException gone) {
      // The file is treated as missing: nothing is held.
    }
    DiskReserve reserve = new DiskReserve(path, startBytes, held);
    reserve.refill();
    return reserve;
  }

  /**
   * Returns whether an exception means a full disk or quota. The text of the exception may be in
   * any language, so the free space is checked, too.
   */
  public static boolean spaceIsOut(IOException e, Path file) {
    String text = String.valueOf(e.getMessage());
    return text.contains("No space left")
        || text.contains("quota exceeded")
        || isFull(file.toAbsolutePath().getParent().toFile());
  }

  /**
   * Returns whether the disk is full. A file system such as /proc has no space at all and is not
   * full.
   */
  private static boolean isFull(File directory) {
    return directory.getTotalSpace() > 0 && directory.getUsableSpace() < CHUNK;
  }

  /**
   * Releases this many bytes.
   *
   * @return whether anything was left to release
   */
  public synchronized boolean give(long bytes) {
    long left = Math.max(0, held - bytes);
    if (left == held) {
      return false;
    }
    try (FileChannel file =
        Durable.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      file.truncate(left);
      held = left;
      return true;
    } catch (IOException e) {
      held = 0; // Another program removed the file; it is created again when space is free.
      return false;
    } finally {
      refill();
    }
  }

  /** Ends the refilling. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Starts a thread that waits for free space until the reserve is complete again. */
  private synchronized void refill() {
    if (filling || closed) {
      return;
    }
    try {
      new WatchedThread("reserve", 128 << 10, this::fillAll).start();
      filling = true;
    } catch (OutOfMemoryError none) {
      // The system gives no thread now; the next release of space tries again.
      filling = false;
    }
  }

  private synchronized void fillAll() {
    try {
      while (!closed && !fill()) {
        wait(LOOK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      filling = false;
    }
  }

  /**
   * Takes space back while enough is free.
   *
   * @return whether the reserve is complete
   */
  private boolean fill() {
    long missing = wanted() - held;
    if (missing <= 0) {
      return true;
    }
    // The needs of a start have priority: this one's, or that of the next host after a crash.
    long plenty = missing * PLENTY + startBytes;
    if (path.toFile().getParentFile().getUsableSpace() < plenty) {
      return false;
    }
    byte[] noise = new byte[CHUNK];
    new Random(held).nextBytes(noise);
    try (FileChannel file =
        Durable.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      held = file.size();
      file.position(held);
      while (held < wanted()) {
        int length = (int) Math.min(CHUNK, wanted() - held);
        held += file.write(ByteBuffer.wrap(noise, 0, length));
      }
      return true;
    } catch (IOException full) {
      return false;
    }
  }

  /**
   * Returns the wanted size; on a small disk only a thirty-second of it, so that the disk stays
   * useful.
   */
  private long wanted() {
    long total = path.toFile().getParentFile().getTotalSpace();
    return Math.min(MOST, total / 32);
  }
}
