package innkeeper.boot.disk;

import innkeeper.api.thread.WatchedThread;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.Set;

/**
 * Disk space held back for bot.log and bot.db, as a file of noise (zeros would be compressed away
 * or stored as a hole on some file systems). Given back piece by piece, because on a full disk
 * others take what is free as well; a thread fills it up again as soon as there is plenty. Safe for
 * many threads.
 */
public final class DiskReserve {

  private static final long MOST = 1 << 20;
  private static final int CHUNK = 64 << 10;

  /** Free space there must be, in multiples of what is missing, before it is filled up again. */
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
   * What an earlier host left of it counts; the rest is taken at once if there is plenty.
   *
   * @param startBytes what a start needs, which is left free
   */
  public static DiskReserve at(Path path, long startBytes) {
    long held = 0;
    try {
      held = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
    } catch (IOException gone) {
      // As if there had been none: nothing is held.
    }
    DiskReserve reserve = new DiskReserve(path, startBytes, held);
    reserve.refill();
    return reserve;
  }

  /** Whether an exception tells of a full disk or quota; its text may be in any language. */
  public static boolean spaceIsOut(IOException e, Path file) {
    String text = String.valueOf(e.getMessage());
    return text.contains("No space left")
        || text.contains("quota exceeded")
        || isFull(file.toAbsolutePath().getParent().toFile());
  }

  /** A file system without files of its own, such as /proc, has no space and is not full. */
  private static boolean isFull(File directory) {
    return directory.getTotalSpace() > 0 && directory.getUsableSpace() < CHUNK;
  }

  /**
   * Frees so many bytes.
   *
   * @return whether anything was left to free
   */
  public synchronized boolean give(long bytes) {
    long left = Math.max(0, held - bytes);
    if (left == held) {
      return false;
    }
    try (FileChannel file = open(StandardOpenOption.WRITE)) {
      file.truncate(left);
      held = left;
      return true;
    } catch (IOException e) {
      held = 0; // Someone took it away; it is made again when there is room.
      return false;
    } finally {
      refill();
    }
  }

  /** Nothing is taken from here on. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Until it is whole again a thread looks for room. */
  private synchronized void refill() {
    if (filling || closed) {
      return;
    }
    try {
      new WatchedThread("reserve", 128 << 10, this::fillAll).start();
      filling = true;
    } catch (OutOfMemoryError none) {
      // No thread for it now: the next piece that is given tries again.
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
   * Takes space back while there is plenty.
   *
   * @return whether it is whole
   */
  private boolean fill() {
    long missing = wanted() - held;
    if (missing <= 0) {
      return true;
    }
    // What a start needs comes first: this one's, or that of the next host after a crash.
    long plenty = missing * PLENTY + startBytes;
    if (path.toFile().getParentFile().getUsableSpace() < plenty) {
      return false;
    }
    byte[] noise = new byte[CHUNK];
    new Random(held).nextBytes(noise);
    try (FileChannel file = open(StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
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

  /** A thirty-second of a small disk, so that it stays useful to others. */
  private long wanted() {
    long total = path.toFile().getParentFile().getTotalSpace();
    return Math.min(MOST, total / 32);
  }

  private FileChannel open(OpenOption... options) throws IOException {
    Set<OpenOption> all = new java.util.HashSet<>(Set.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? FileChannel.open(
            path,
            all,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
        : FileChannel.open(path, all);
  }
}
