package innkeeper.store.guard;

import innkeeper.api.store.StoreException;
import innkeeper.store.sqlite.FileHarm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Notices what others do to bot.db and its side files while the host runs: a backup that is copied
 * over it, files that are removed or replaced. One descriptor, opened before SQLite opens bot.db
 * and closed after SQLite has closed it, looks at the stamp ahead of each write; the rest is told
 * by the files' attributes. Opening and closing bot.db in between would drop all of the process's
 * locks on it; so would a FileChannel whose reader is interrupted, hence RandomAccessFile. Safe for
 * many threads.
 */
public final class Sentinel implements AutoCloseable {

  private static final int OFFSET = 68;

  private final Path file;
  private final RandomAccessFile raw;
  private final Object key;
  private final Map<Path, Object> beside = new LinkedHashMap<>();
  private FileHarm harm = FileHarm.NONE;

  /** The most that was seen: SQLite makes the file shorter only in a VACUUM, which we never run. */
  private long length;

  private String what = "";

  public Sentinel(Path file) throws IOException {
    this.file = file;
    this.raw = new RandomAccessFile(file.toFile(), "r");
    this.key = key(file);
    this.length = raw.length();
  }

  /** From now on the side files are watched too; only once SQLite has made them. */
  public synchronized void watchSideFiles() throws IOException {
    for (String suffix : new String[] {"-wal", "-shm"}) {
      Path side = Layout.sidecar(file, suffix);
      beside.put(side, key(side));
    }
  }

  /** What was done so far; it only ever gets worse. */
  public synchronized FileHarm harm() {
    try {
      look();
      return harm;
    } catch (IOException e) {
      throw new StoreException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void look() throws IOException {
    if (harm.compareTo(FileHarm.LOG_CUT) > 0) {
      return;
    }
    // A copy over the file begins with a truncation.
    long now = raw.length();
    if (now < OFFSET + 4 || stampNow() == ApplicationId.BACKUP) {
      worse(FileHarm.OVERWRITTEN, file, "was overwritten");
    } else if (now < length) {
      worse(FileHarm.OVERWRITTEN, file, "was truncated");
    }
    length = Math.max(length, now);
    lookAt(file, key, FileHarm.REMOVED, FileHarm.REPLACED);
    for (Map.Entry<Path, Object> side : beside.entrySet()) {
      lookAt(side.getKey(), side.getValue(), FileHarm.SIDE_FILE, FileHarm.SIDE_FILE);
    }
  }

  private void lookAt(Path path, Object was, FileHarm gone, FileHarm other) throws IOException {
    try {
      if (!Objects.equals(was, key(path))) {
        worse(other, path, "was replaced");
      }
    } catch (NoSuchFileException e) {
      worse(gone, path, "was removed");
    }
  }

  private void worse(FileHarm now, Path path, String how) {
    if (now.compareTo(harm) > 0) {
      harm = now;
      what = path + " " + how + " while the host runs";
    }
  }

  /** What was done, in words; "" for nothing. */
  public synchronized String what() {
    return what;
  }

  /** Files that bear the names of side files and are not SQLite's. */
  public synchronized List<Path> replacedSideFiles() throws IOException {
    List<Path> others = new ArrayList<>();
    for (Map.Entry<Path, Object> side : beside.entrySet()) {
      if (Files.exists(side.getKey()) && !Objects.equals(side.getValue(), key(side.getKey()))) {
        others.add(side.getKey());
      }
    }
    return others;
  }

  /** Another database lies there, unstamped. */
  public synchronized void replaced() {
    worse(FileHarm.OVERWRITTEN, file, "was overwritten");
  }

  /**
   * The write-ahead log must be at least so long.
   *
   * @param bytes of which SQLite knows that it wrote them
   */
  public synchronized void expectLog(long bytes) throws IOException {
    Path wal = Layout.sidecar(file, "-wal");
    if (harm == FileHarm.NONE && beside.containsKey(wal)) {
      look();
      if (harm == FileHarm.NONE && Files.size(wal) < bytes) {
        worse(FileHarm.LOG_CUT, wal, "was cut");
      }
    }
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
  private static Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private int stampNow() throws IOException {
    raw.seek(OFFSET);
    return raw.readInt();
  }

  /**
   * @throws StoreException if anything was done to the files
   */
  public void check() {
    if (harm() != FileHarm.NONE) {
      throw new StoreException(
          what()
              + ", so bot.db is neither read nor written any more; "
              + "`innkeeper health` says what to do");
    }
  }

  /** Only after SQLite has closed the file. */
  @Override
  public void close() throws IOException {
    raw.close();
  }
}
