package innkeeper.logging.ring;

import innkeeper.logging.ring.RingHeader.Of;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What was read from one FIFO and is not yet known to be in the log. Offsets count the stream's
 * bytes since the ring was made. One thread at a time changes it, but for the stream's reader in
 * {@link #took} and {@link #ahead}, which the header's monitor guards.
 *
 * <p>The slot is filled with 0xFF and declared before read(2) goes straight into it, so whoever
 * comes after a kill finds by looking how much of it was filled. Only 0xFF bytes at the very end of
 * a read whose length was not noted any more can be missed; text holds none.
 */
public final class StreamBuffer {

  static final int QUIET = 8 * 1024;
  public static final int BUSY = 96 * 1024;
  public static final int AHEAD = 512 * 1024;
  public static final int MOST = 2 * 1024 * 1024;
  public static final int SLOT = 64 * 1024;
  public static final int LEAST_SLOT = 4 * 1024;

  private final RingHeader header;
  private final ServerStream stream;
  private final RingFile file;
  private final long offset;
  private final LongSupplier orders;

  /** Reads that are not processed yet, and those that were and that a replay needs. */
  private final Deque<Read> pending = new ArrayDeque<>();

  private final Deque<Read> processed = new ArrayDeque<>();
  private int lastTableSlot;
  private ByteBuffer map;
  private ByteBuffer reader;
  private int capacity;

  /** Bytes from the end up to here are known to be 0xFF. */
  private long cleanTo;

  /** Bytes up to here were printed while no host ran. */
  private long lateTo;

  /** A read into the slot is under way: nothing may move. */
  private boolean reading;

  /**
   * @param offset of the data area in the file
   * @param orders gives each read its number
   */
  StreamBuffer(
      RingHeader header, ServerStream stream, RingFile file, long offset, LongSupplier orders)
      throws IOException {
    this.header = header;
    this.stream = stream;
    this.file = file;
    this.offset = offset;
    this.orders = orders;
    use((int) Math.max(file.quietBytes(), file.bytes() - offset));
  }

  private void use(int bytes) throws IOException {
    map = file.map(offset, offset + bytes);
    reader = map.duplicate();
    capacity = bytes;
  }

  private int index(long at) {
    return (int) (at - header.get(stream, Of.BASE));
  }

  public ServerStream stream() {
    return stream;
  }

  boolean survives() {
    return file.survives();
  }

  public long start() {
    return header.get(stream, Of.START);
  }

  public long done() {
    return header.get(stream, Of.DONE);
  }

  public long end() {
    return header.get(stream, Of.END);
  }

  public int capacity() {
    return capacity;
  }

  public int room() {
    synchronized (header) {
      return capacity - index(end());
    }
  }

  /** Forgets all: the data belongs to another header, or to none. */
  void forget() {
    header.change(
        false,
        next -> {
          for (Of field : Of.values()) {
            next.with(stream, field, 0);
          }
        });
    for (int slot = 0; slot < RingHeader.MOST_READS; slot++) {
      header.read(slot, new Read(stream, 0, 0, 0));
    }
  }

  /** Takes up the table of reads that a predecessor left. */
  void load() {
    pending.clear();
    processed.clear();
    for (int slot = 0; slot < RingHeader.MOST_READS; slot++) {
      Read read = header.read(stream, slot);
      if (read.end() > end()) {
        header.read(slot, new Read(stream, 0, 0, 0));
      } else if (read.end() > done()) {
        pending.add(read);
      }
    }
    Read[] sorted = pending.toArray(Read[]::new);
    java.util.Arrays.sort(sorted, java.util.Comparator.comparingLong(Read::end));
    pending.clear();
    pending.addAll(java.util.List.of(sorted));
  }

  /** The highest number a read has here. */
  long lastOrder() {
    return pending.stream().mapToLong(Read::order).max().orElse(0);
  }

  /** So many bytes that come next were printed while no host ran. */
  public void late(int bytes) {
    synchronized (header) {
      lateTo = end() + bytes;
    }
  }

  /** Notes what a read left in the slot although its length was never noted. */
  public void find() {
    synchronized (header) {
      reading = false;
      long end = end();
      long slotEnd = slotEnd();
      long last = Math.max(end, filled(slotEnd));
      cleanTo = Math.max(end, slotEnd);
      long noted = pending.isEmpty() ? 0 : pending.peekLast().end();
      if (last > end) {
        note(last);
      } else if (end > header.get(stream, Of.DONE) && noted < end && processed.isEmpty()) {
        note(end);
      }
    }
  }

  private long slotEnd() {
    return Math.min(header.get(stream, Of.SLOT_END), header.get(stream, Of.BASE) + capacity);
  }

  /** How far the slot was filled: behind the last byte that is not 0xFF. */
  private long filled(long slotEnd) {
    int from = index(end());
    int at = index(slotEnd);
    while (at > from && map.get(at - 1) == (byte) 0xFF) {
      at--;
    }
    return end() + (at - from);
  }

  private void note(long end) {
    long now = System.currentTimeMillis();
    Read read = new Read(stream, end, orders.getAsLong(), end() < lateTo ? -now : now);
    for (int i = 1; i <= RingHeader.MOST_READS; i++) {
      int slot = (lastTableSlot + i) % RingHeader.MOST_READS;
      if (header.read(stream, slot).end() <= done()) {
        header.read(slot, read);
        lastTableSlot = slot;
        break;
      }
    }
    VarHandle.releaseFence();
    header.set(stream, Of.END, end);
    pending.add(read);
  }

  /** Whether a read has put something into the slot that is not noted yet. */
  public boolean arriving() {
    synchronized (header) {
      return filled(slotEnd()) > end();
    }
  }

  /**
   * Where the next read goes. Call {@link #took} after it.
   *
   * @param busy whether a big read is worth its memory
   */
  public ByteBuffer slot(boolean busy) {
    synchronized (header) {
      int from = index(end());
      int to = Math.min(capacity, from + (busy ? SLOT : LEAST_SLOT));
      long base = header.get(stream, Of.BASE);
      byte[] empty = RingFile.EMPTY;
      for (int at = Math.max(from, (int) Math.min(cleanTo - base, to));
          at < to;
          at += empty.length) {
        map.put(at, empty, 0, Math.min(empty.length, to - at));
      }
      cleanTo = Math.max(cleanTo, base + to);
      VarHandle.releaseFence();
      header.set(stream, Of.SLOT_END, base + to);
      VarHandle.releaseFence();
      reading = true;
      reader.limit(to).position(from);
      return reader;
    }
  }

  /** The next slot as things lie; null where there is no room for it, or none to note the read. */
  public ByteBuffer ahead(int leastBytes) {
    synchronized (header) {
      return room() >= leastBytes && reads() < RingHeader.MOST_READS / 2
          ? slot(leastBytes > LEAST_SLOT)
          : null;
    }
  }

  public void took(int bytes) {
    synchronized (header) {
      reading = false;
      note(end() + bytes);
    }
  }

  /** How many reads are remembered. */
  public int reads() {
    synchronized (header) {
      return pending.size() + processed.size();
    }
  }

  /** Whether so many are remembered that what they brought should be processed. */
  public boolean manyReads() {
    return reads() > RingHeader.MOST_READS / 2;
  }

  /** The oldest read that is not processed and ends at or before that place. */
  Optional<Read> next(long upTo) {
    synchronized (header) {
      return Optional.ofNullable(pending.peekFirst()).filter(read -> read.end() <= upTo);
    }
  }

  /** That one is processed, whether or not all of it is done. */
  void passed() {
    synchronized (header) {
      processed.add(pending.removeFirst());
    }
  }

  /** All that is not done is to be processed again. */
  void rewind() {
    synchronized (header) {
      while (!processed.isEmpty()) {
        pending.addFirst(processed.removeLast());
      }
    }
  }

  /** A part of {@link Ring#commit}. */
  void commit(HeaderRecord next, long start, long done, RingHeader.Mode mode) {
    next.with(stream, Of.START, start)
        .with(stream, Of.DONE, done)
        .with(stream, Of.MODE, mode.ordinal());
    if (start == end() && !reading) {
      cleanTo = start;
      next.with(stream, Of.BASE, start).with(stream, Of.SLOT_END, start);
    }
    while (!processed.isEmpty() && processed.peekFirst().end() <= done) {
      processed.removeFirst();
    }
  }

  /**
   * Makes room behind the end by moving what is live to the front, unless it would overwrite
   * itself.
   */
  public void compact() {
    int from = index(start());
    int live = (int) (end() - start());
    if (from == 0 || live > from) {
      return;
    }
    byte[] chunk = new byte[Math.min(live, RingFile.EMPTY.length)];
    for (int done = 0; done < live; done += chunk.length) {
      int n = Math.min(chunk.length, live - done);
      map.get(from + done, chunk, 0, n);
      map.put(done, chunk, 0, n);
    }
    cleanTo = end();
    header.change(
        false, next -> next.with(stream, Of.BASE, start()).with(stream, Of.SLOT_END, end()));
  }

  /** Makes it bigger, keeping what it holds. */
  public void grow(int wanted) throws IOException {
    int to = Math.min(MOST, wanted);
    if (to <= capacity) {
      return;
    }
    ByteBuffer before = map;
    boolean mapped = file.survives();
    use(to);
    if (!mapped || !file.survives()) {
      map.put(0, before, 0, before.capacity());
    }
    cleanTo = end();
  }

  /** Gives memory back once nothing is live. */
  public void shrink() throws IOException {
    if (!file.survives() || capacity <= BUSY || start() != end()) {
      return;
    }
    long at = end();
    header.change(false, next -> next.with(stream, Of.BASE, at).with(stream, Of.SLOT_END, at));
    use(BUSY);
    cleanTo = at;
    file.truncate(offset + BUSY);
  }

  public void copy(long from, byte[] into, int length) {
    map.get(index(from), into, 0, length);
  }

  /** The last line end in {@code from..to}, or -1. */
  public long lastLineEnd(long from, long to) {
    int first = index(from);
    for (int i = index(to) - 1; i >= first; i--) {
      if (map.get(i) == '\n') {
        return from + (i - first);
      }
    }
    return -1;
  }
}
