package innkeeper.store.sqlite;

import innkeeper.api.store.StoreException;
import innkeeper.store.guard.Stamp;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Notices a backup that is copied over bot.db while the host runs: one descriptor, opened before
 * SQLite opens the file and closed after SQLite has closed it, looks at the stamp ahead of each
 * write. Opening and closing the file in between would drop all of the process's locks on it; so
 * would a FileChannel whose reader is interrupted, hence RandomAccessFile. Safe for many threads.
 */
public final class Sentinel implements AutoCloseable {

  private static final int OFFSET = 68;

  private final Path file;
  private final RandomAccessFile raw;
  private final Object key;
  private boolean overwritten;

  public Sentinel(Path file) throws IOException {
    this.file = file;
    this.raw = new RandomAccessFile(file.toFile(), "r");
    this.key = key();
  }

  /** Whether another file's content was laid over this one. Once true, true for good. */
  public synchronized boolean overwritten() {
    if (!overwritten) {
      try {
        // Truncated counts too: that is how a copy begins. So does another file of that name.
        overwritten =
            raw.length() < OFFSET + 4 || stampNow() == Stamp.BACKUP || !Objects.equals(key, key());
      } catch (NoSuchFileException e) {
        overwritten = true;
      } catch (IOException e) {
        throw new StoreException(file + " cannot be read: " + e.getMessage(), e);
      }
    }
    return overwritten;
  }

  /** Another database lies there, unstamped. */
  public synchronized void replaced() {
    overwritten = true;
  }

  /** The file's first hundred bytes on disk. */
  public synchronized byte[] header() throws IOException {
    return read(100);
  }

  /** The file's first 4096 bytes on disk. */
  public synchronized byte[] firstPage() throws IOException {
    return read(4096);
  }

  private byte[] read(int bytes) throws IOException {
    byte[] read = new byte[bytes];
    raw.seek(0);
    raw.readFully(read);
    return read;
  }

  /** Bytes. */
  public synchronized long length() throws IOException {
    return raw.length();
  }

  /** What it bears now on disk, whatever the write-ahead log holds. */
  public synchronized int applicationId() throws IOException {
    return stampNow();
  }

  /** Which file bears the name now; looking does not open it. Null where nothing tells. */
  private Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private int stampNow() throws IOException {
    raw.seek(OFFSET);
    return raw.readInt();
  }

  /**
   * @throws StoreException if it is overwritten
   */
  public void check() {
    if (overwritten()) {
      throw new StoreException(
          file
              + " was overwritten while the host runs, so it is neither read nor written any more;"
              + " stop the host, copy the backup again if in doubt, and start");
    }
  }

  /** Only after SQLite has closed the file. */
  @Override
  public void close() throws IOException {
    raw.close();
  }
}
