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
 * Detects changes that other programs make to bot.db and its side files while the host runs.
 * Examples are a backup copied over bot.db, or a removed or replaced file. Before each write, this
 * class reads the application_id and the length of bot.db through an open descriptor. File
 * attributes show the other changes.
 *
 * <p>The descriptor is opened before SQLite opens bot.db and closed after SQLite has closed it. A
 * close in between would drop all locks of this process on bot.db. An interrupt would close a
 * FileChannel, so this class uses a RandomAccessFile. Thread-safe.
 */
public final class Sentinel implements AutoCloseable {

  private static final int OFFSET = 68;

  private final Path file;
  private final RandomAccessFile raw;
  private final Object key;
  private final Map<Path, Object> beside = new LinkedHashMap<>();
  private FileHarm harm = FileHarm.NONE;

  /**
   * The greatest length seen. SQLite shrinks the file only in a VACUUM, which this host never runs.
   */
  private long length;

  private String what = "";

  public Sentinel(Path file) throws IOException {
    this.file = file;
    this.raw = new RandomAccessFile(file.toFile(), "r");
    this.key = key(file);
    this.length = raw.length();
  }

  /** Starts to watch the side files too. SQLite must have created them. */
  public synchronized void watchSideFiles() throws IOException {
    for (String suffix : new String[] {"-wal", "-shm"}) {
      Path side = Layout.sidecar(file, suffix);
      beside.put(side, key(side));
    }
  }

  /** Checks the files and returns the worst change so far. */
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
    // A program that copies over the file truncates it first.
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

  /** Returns a description of the worst change; "" for no change. */
  public synchronized String what() {
    return what;
  }

  /** Returns the files that have the name of a side file but were not created by SQLite. */
  public synchronized List<Path> replacedSideFiles() throws IOException {
    List<Path> others = new ArrayList<>();
    for (Map.Entry<Path, Object> side : beside.entrySet()) {
      if (Files.exists(side.getKey()) && !Objects.equals(side.getValue(), key(side.getKey()))) {
        others.add(side.getKey());
      }
    }
    return others;
  }

  /** Reports that an unstamped database was written over bot.db. */
  public synchronized void replaced() {
    worse(FileHarm.OVERWRITTEN, file, "was overwritten");
  }

  /**
   * Checks that the WAL has at least the given length.
   *
   * @param bytes the number of bytes that SQLite has written
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

  /** Returns the first 4096 bytes of the file on disk. */
  public synchronized byte[] firstPage() throws IOException {
    byte[] page = new byte[4096];
    raw.seek(0);
    raw.readFully(page);
    return page;
  }

  /** Returns the length of the file in bytes. */
  public synchronized long length() throws IOException {
    return raw.length();
  }

  /** Returns the application_id on disk, without the changes in the WAL. */
  public synchronized int applicationId() throws IOException {
    return stampNow();
  }

  /**
   * Returns the key of the file that has this name, without opening the file. Null if the file
   * system has no keys.
   */
  private static Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private int stampNow() throws IOException {
    raw.seek(OFFSET);
    return raw.readInt();
  }

  /**
   * @throws StoreException if another program has changed the files
   */
  public void check() {
    if (harm() != FileHarm.NONE) {
      throw new StoreException(
          what()
              + ", so bot.db is neither read nor written any more; "
              + "`innkeeper health` says what to do");
    }
  }

  /** Closes the descriptor. SQLite must have closed the file before. */
  @Override
  public void close() throws IOException {
    raw.close();
  }
}
