package innkeeper.logging.index;

import innkeeper.logging.file.Lines;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the index of the file to which a log's writer writes. Readers see unwritten entries from
 * memory. If an index cannot be written, times are lost, but never lines. The object's monitor
 * guards it.
 */
public final class ActiveIndex {

  static final long CHUNK_MILLIS = 250;
  static final long CHUNK_BYTES = 64 * 1024;

  /**
   * The number of bytes of a chunk from which on another stream begins another chunk; before that,
   * both share one.
   */
  static final long SHARED_BYTES = 8 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(ActiveIndex.class);
  private static final long FLUSH_NANOS = CHUNK_MILLIS * 1_000_000;
  private static final long OTHERS_MILLIS = 5000;
  private static final int NONE = -1;

  private static final long AGAIN_NANOS = 1_000_000_000L;

  /** The maximum number of bytes that wait in memory while the disk accepts none. */
  private static final int MOST_PENDING = 64 * 1024;

  private final IndexFiles files;
  private final Runnable left;
  private final Entries entries = new Entries();
  private Optional<IndexFile> file = Optional.empty();

  /** The offset of the last entry, and the end of the indexed part of the file. */
  private long lastOffset;

  private long end;
  private long lastMillis;
  private boolean ended = true;

  /** The lower bound for the times of later lines. */
  private long floor;

  private long flushedAt = System.nanoTime() - FLUSH_NANOS;
  private boolean failing;

  /**
   * Whether the present file has no entry yet, so that a crash would leave its first lines without
   * a time.
   */
  private boolean fresh;

  /** Whether entries were discarded, so that the range of the last entry is unknown. */
  private boolean lossy;

  /** The stream of the present chunk, and the number of lines that end in it. */
  private int stream = NONE;

  private boolean late;
  private long begin;
  private long beginMillis;
  private int lines;
  private boolean mixed;
  private boolean withinLine;
  private int lastStream;
  private byte[] bits = new byte[16];

  /**
   * Creates an index that follows no file yet.
   *
   * @param left called when the index has left a file, which may be an archive now
   */
  public ActiveIndex(IndexFiles files, Runnable left) {
    this.files = files;
    this.left = left;
  }

  /**
   * A view of the index for readers.
   *
   * @param written the number of bytes of entries in the file at that path
   * @param pending entries that follow them
   * @param open the streams of the last chunk's lines, as an entry; empty if all lines are of one
   *     stream
   * @param end the end of the log that the index covers
   */
  public record View(
      IndexHeader header, Path path, long written, byte[] pending, byte[] open, long end) {}

  /**
   * Begins to follow an open log before the first write.
   *
   * @param changedMillis the time of the file's last change
   */
  public synchronized void opened(long inode, long bytes, long changedMillis) {
    try {
      if (!follows(inode, bytes)) {
        follow(inode, bytes, changedMillis);
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  private boolean follows(long inode, long offset) {
    return file.isPresent() && file.get().header().inode() == inode && offset == end;
  }

  /** Indexes a part of the arrays that was appended to the file with that inode. */
  public synchronized void appended(
      long inode, long offset, byte[] bytes, int from, int length, Arrivals arrivals) {
    if (failing && file.isEmpty() && System.nanoTime() - flushedAt < AGAIN_NANOS) {
      arrivals.skip(length);
      return;
    }
    try {
      if (!follows(inode, offset)) {
        follow(inode, offset, 0);
      }
      arrivals.pass(this, offset, bytes, from, length);
      if (fresh || System.nanoTime() - flushedAt >= FLUSH_NANOS) {
        flush();
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Indexes a line that the host itself wrote. */
  public synchronized void appended(long inode, long offset, byte[] bytes) {
    Arrivals now = new Arrivals((b, f, n) -> {}, false);
    now.from(ServerStream.STDOUT);
    appended(inode, offset, bytes, 0, bytes.length, now);
  }

  /** Begins to follow a file, continues with it, or continues after bytes that were not indexed. */
  private void follow(long inode, long offset, long changedMillis) throws IOException {
    if (file.isPresent() && file.get().header().inode() == inode && offset >= end) {
      finish();
      end = offset;
      return;
    }
    leave();
    IndexFiles.Found found = files.take(inode, offset, floor);
    file = Optional.of(found.file());
    fresh = true;
    lastOffset = found.offset();
    lastMillis = found.millis();
    floor = Math.max(floor, lastMillis);
    if (!found.ended()) {
      // The predecessor's bytes in the log that are missing in the index arrived within this time,
      // or another writer appended them much later.
      boolean others = lossy || changedMillis > lastMillis + OTHERS_MILLIS;
      long known = others ? Math.min(offset, lastOffset + 1) : offset;
      entries.end(true, known - lastOffset);
      lastOffset = known;
    }
    lossy = false;
    ended = true;
    end = offset;
  }

  /** Indexes one part of the bytes of one read. */
  void chunk(
      long offset, byte[] bytes, int from, int length, int which, long arrived, boolean waited) {
    long millis = Math.max(arrived, floor);
    if (begins(offset, length, which, millis, waited)) {
      closeChunk();
      entries.chunk(which, waited, offset - lastOffset, millis - lastMillis);
      lastOffset = offset;
      lastMillis = millis;
      floor = millis;
      ended = false;
      stream = which;
      late = waited;
      begin = offset;
      beginMillis = millis;
    }
    end = offset + length;
    if (which != stream && !mixed) {
      share();
    }
    if (mixed || end - begin < SHARED_BYTES) {
      int count = Lines.count(bytes, from, from + length);
      if (mixed) {
        mark(lines, count, which);
      }
      lines += count;
    }
    withinLine = bytes[from + length - 1] != '\n';
    lastStream = which;
  }

  private boolean begins(long offset, int length, int which, long millis, boolean waited) {
    boolean another = which != stream;
    return stream == NONE
        || millis - beginMillis >= CHUNK_MILLIS
        || offset - begin >= CHUNK_BYTES
        || waited != late
        || another && (which == ChunkTable.UNKNOWN_STREAM || stream == ChunkTable.UNKNOWN_STREAM)
        || another && !mixed && offset - begin >= SHARED_BYTES
        || mixed && length >= SHARED_BYTES;
  }

  private void share() {
    mixed = true;
    Arrays.fill(bits, (byte) 0);
    mark(0, lines, stream);
  }

  private void mark(int from, int count, int which) {
    int needed = Entries.bytesOf(from + count + 1);
    if (needed > bits.length) {
      bits = Arrays.copyOf(bits, Math.max(needed, 2 * bits.length));
    }
    if (which == 1) {
      for (int i = from; i < from + count; i++) {
        bits[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
  }

  private void closeChunk() {
    if (mixed) {
      streams(entries);
    }
    stream = NONE;
    mixed = false;
    lines = 0;
    withinLine = false;
    if (bits.length > 1024) {
      bits = new byte[16];
    }
  }

  private void streams(Entries to) {
    if (withinLine) {
      mark(lines, 1, lastStream);
    }
    to.streams(bits, lines + (withinLine ? 1 : 0));
  }

  private void finish() {
    closeChunk();
    if (!ended) {
      entries.end(false, end - lastOffset);
      lastOffset = end;
      ended = true;
    }
  }

  private void flush() throws IOException {
    if (file.isPresent() && entries.length() > 0) {
      flushedAt = System.nanoTime();
      file.get().append(entries.copy());
      entries.clear();
      failing = false;
      fresh = false;
    }
  }

  private void failed(IOException e) {
    if (!failing) {
      LOG.warn(
          "times of lines cannot be written, trying again index={} error={}", files, e.toString());
    }
    failing = true;
    flushedAt = System.nanoTime();
    if (e instanceof NoSuchFileException || entries.length() > MOST_PENDING) {
      lossy = true;
      forget();
    }
  }

  private void forget() {
    closeChunk();
    entries.clear();
    file = Optional.empty();
    ended = true;
  }

  /** Writes all entries, because the followed file rests or is an archive now. */
  public synchronized void leave() {
    try {
      if (file.isPresent()) {
        finish();
        flush();
      }
    } catch (IOException e) {
      failed(e);
    } finally {
      if (file.isPresent()) {
        left.run();
      }
      forget();
    }
  }

  /** Renames the index of the file that it has left, which is an archive now. */
  public void archived(Path archive) {
    files.archived(archive);
  }

  /**
   * Returns a view of the index of that file.
   *
   * @param inode the inode of the log's file
   */
  public synchronized Optional<View> view(long inode) {
    if (file.isEmpty() || file.get().header().inode() != inode) {
      return Optional.empty();
    }
    Entries open = new Entries();
    if (mixed) {
      streams(open);
    }
    IndexFile now = file.get();
    return Optional.of(
        new View(now.header(), now.path(), now.length(), entries.copy(), open.copy(), end));
  }
}
