package innkeeper.logging.capture;

import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was read from a FIFO and is not yet known to be in the log: a file in memory (tmpfs),
 * mapped, so that it outlives {@code kill -9}. Offsets count from the start of the data area;
 * {@code start <= fed <= end}. One thread at a time, but for the read into {@link #slot} and what
 * {@link #ahead} needs: those are guarded by the header.
 *
 * <p>Layout, little endian: a page of header ({@link RingHeader}), then data. The slot is filled
 * with 0xFF and declared before read(2) goes straight into it, so whoever comes after a kill finds
 * by looking how much of it was filled. Only 0xFF bytes at the very end of a read whose length was
 * not noted any more can be missed; text holds none.
 */
public final class Ring {

  private static final Logger LOG = LoggerFactory.getLogger(Ring.class);

  static final int QUIET = 16 * 1024;
  static final int BUSY = 96 * 1024;
  static final int AHEAD = 512 * 1024;
  public static final int MOST = 2 * 1024 * 1024;
  static final int SLOT = 64 * 1024;

  private static final int HEADER = RingHeader.SIZE;
  static final int LEAST_SLOT = 4 * 1024;
  private static final byte[] EMPTY = new byte[4096];

  static {
    Arrays.fill(EMPTY, (byte) 0xFF);
  }

  /** Null in this process's memory only. */
  private Path path;

  private final long inode;
  private final RingHeader header;
  private ByteBuffer map;
  private ByteBuffer reader;
  private int capacity;

  /** Bytes from {@code end} up to here are known to be 0xFF. */
  private int cleanTo;

  private long taken;

  /** A read into the slot is under way: nothing may move. */
  private boolean reading;

  private Ring(Path path, long inode, ByteBuffer map) {
    this.path = path;
    this.inode = inode;
    this.header = new RingHeader();
    use(map);
    header.use(map);
  }

  /**
   * Opens what a predecessor left, or makes a new one.
   *
   * @throws IOException if it is not ours or there is no memory for it
   */
  static Ring open(Path path) throws IOException {
    boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (there && !(Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Owner.ours(path))) {
      throw new IOException(path + " is no file of ours; remove it");
    }
    try (FileChannel file =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS),
            Owner.FILE)) {
      if (file.size() < HEADER + QUIET) {
        allocate(file, HEADER + QUIET);
      }
      Ring ring = new Ring(path, Owner.inode(path), map(file));
      if (!ring.header.valid(ring.capacity)) {
        ring.header.format();
      }
      ring.find();
      return ring;
    }
  }

  /**
   * Opened anew where its length changes. A map needs no descriptor, and each that stays open costs
   * every start of a server time: a JVM's child closes one by one whatever it was born with.
   *
   * @return null if somebody took it away: from then on it is in this process's memory only
   */
  private FileChannel file() throws IOException {
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

  /** Without tmpfs: the same, in this process's memory only, gone with it. */
  static Ring inMemory() {
    ByteBuffer map = ByteBuffer.allocateDirect(HEADER + BUSY).order(ByteOrder.LITTLE_ENDIAN);
    Ring ring = new Ring(null, 0, map);
    ring.header.format();
    return ring;
  }

  private static ByteBuffer map(FileChannel file) throws IOException {
    return file.map(FileChannel.MapMode.READ_WRITE, 0, file.size()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Writes real bytes: a page that tmpfs cannot give must be an exception now, not a SIGBUS later.
   */
  private static void allocate(FileChannel file, long size) throws IOException {
    long at = file.size();
    while (at < size) {
      at += file.write(ByteBuffer.wrap(EMPTY, 0, (int) Math.min(EMPTY.length, size - at)), at);
    }
  }

  private void use(ByteBuffer fresh) {
    map = fresh;
    reader = fresh.duplicate();
    capacity = fresh.capacity() - HEADER;
    cleanTo = 0;
  }

  RingHeader header() {
    return header;
  }

  boolean survives() {
    return path != null;
  }

  int start() {
    return header.start();
  }

  int end() {
    return header.end();
  }

  int capacity() {
    return capacity;
  }

  /** Notes what a read left in the slot although its length was never noted. */
  int find() {
    reading = false;
    int end = header.end();
    int slotEnd = Math.min(header.slotEnd(), capacity);
    int last = slotEnd;
    while (last > end && map.get(HEADER + last - 1) == (byte) 0xFF) {
      last--;
    }
    header.end(Math.max(end, last));
    taken += Math.max(end, last) - end;
    cleanTo = Math.max(end, slotEnd);
    return Math.max(end, last) - end;
  }

  /** Whether a read has put something into the slot that is not noted yet. */
  boolean arriving() {
    int slotEnd = Math.min(header.slotEnd(), capacity);
    for (int i = header.end(); i < slotEnd; i++) {
      if (map.get(HEADER + i) != (byte) 0xFF) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where the next read goes. Call {@link #took} after it.
   *
   * @param busy whether a big read is worth its memory
   */
  ByteBuffer slot(boolean busy) {
    synchronized (header) {
      int from = header.end();
      int to = Math.min(capacity, from + (busy ? SLOT : LEAST_SLOT));
      for (int at = Math.max(from, Math.min(cleanTo, to)); at < to; at += EMPTY.length) {
        map.put(HEADER + at, EMPTY, 0, Math.min(EMPTY.length, to - at));
      }
      cleanTo = Math.max(cleanTo, to);
      VarHandle.releaseFence();
      header.slotEnd(to);
      VarHandle.releaseFence();
      reading = true;
      reader.limit(HEADER + to).position(HEADER + from);
      return reader;
    }
  }

  void took(int bytes) {
    synchronized (header) {
      reading = false;
      taken += bytes;
      VarHandle.releaseFence();
      header.end(header.end() + bytes);
    }
  }

  /** All bytes read so far. */
  long taken() {
    synchronized (header) {
      return taken;
    }
  }

  /** The next slot if there is room for a big one as things lie; null if not. */
  ByteBuffer ahead() {
    synchronized (header) {
      return room() >= SLOT ? slot(true) : null;
    }
  }

  /** See {@link RingHeader#commit}. */
  void commit(int start, long mode, long inode, long place, long skip) {
    synchronized (header) {
      boolean reset = start == header.end() && !reading;
      if (reset) {
        cleanTo = 0;
      }
      header.commit(start, reset, mode, inode, place, skip);
    }
  }

  int room() {
    return capacity - header.end();
  }

  /**
   * Makes room behind the end by moving what is live to the front.
   *
   * @return how far everything moved; 0 if it cannot move without overwriting itself
   */
  int compact() {
    int start = header.start();
    int live = header.end() - start;
    if (start == 0 || live > start) {
      return 0;
    }
    byte[] chunk = new byte[Math.min(live, EMPTY.length)];
    for (int done = 0; done < live; done += chunk.length) {
      int n = Math.min(chunk.length, live - done);
      map.get(HEADER + start + done, chunk, 0, n);
      map.put(HEADER + done, chunk, 0, n);
    }
    cleanTo = live;
    header.moved(start, live);
    return start;
  }

  /** Makes it bigger, keeping what it holds. */
  void grow(int wanted) throws IOException {
    try (FileChannel file = file()) {
      if (file == null) {
        ByteBuffer bigger =
            ByteBuffer.allocateDirect(HEADER + wanted).order(ByteOrder.LITTLE_ENDIAN);
        bigger.put(0, map, 0, map.capacity());
        use(bigger);
      } else {
        allocate(file, HEADER + wanted);
        use(map(file));
      }
    }
    header.use(map);
    cleanTo = header.end();
  }

  /** Gives memory back once nothing is live. */
  void shrink() throws IOException {
    if (path == null || capacity <= BUSY || header.end() != 0) {
      return;
    }
    try (FileChannel file = file()) {
      if (file != null) {
        header.noSlot();
        ByteBuffer small =
            file.map(FileChannel.MapMode.READ_WRITE, 0, HEADER + BUSY)
                .order(ByteOrder.LITTLE_ENDIAN);
        use(small);
        header.use(small);
        file.truncate(HEADER + BUSY);
      }
    }
  }

  void copy(int from, byte[] into, int length) {
    map.get(HEADER + from, into, 0, length);
  }

  /** The last line end in {@code from..to}, or -1. */
  int lastLineEnd(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (map.get(HEADER + i) == '\n') {
        return i;
      }
    }
    return -1;
  }
}
