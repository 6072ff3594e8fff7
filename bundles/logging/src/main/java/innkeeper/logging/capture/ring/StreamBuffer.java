package innkeeper.logging.capture.ring;

import innkeeper.logging.capture.ring.RingHeader.Of;
import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The bytes that were read from one FIFO and may not be in the log yet. Offsets count the stream's
 * bytes since the ring was created. One thread at a time changes it. The header's monitor guards
 * the methods that the stream's reader calls in parallel.
 *
 * <p>The slot is filled with 0xFF and recorded before read(2) writes directly into it. So after a
 * kill the successor finds the filled part by its content. Only 0xFF bytes at the end of a read
 * whose length was not recorded can be missed; text contains no such bytes.
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

  /** Reads that are not processed yet, and processed reads that a replay needs. */
  private final Deque<Read> pending = new ArrayDeque<>();

  private final Deque<Read> processed = new ArrayDeque<>();
  private int lastTableSlot;
  private ByteBuffer map;
  private ByteBuffer reader;
  private int capacity;

  /** The end of the bytes behind {@link #end} that are known to be 0xFF. */
  private long cleanTo;

  /** The end of the bytes that were printed while no host ran. */
  private long lateTo;

  /** Whether a read into the slot is in progress, so that no byte may be moved. */
  private boolean reading;

  /**
   * Creates a buffer on a part of a file.
   *
   * @param offset the offset of the data area in the file
   * @param orders returns the number of the next read
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

  /** Discards all bytes, because the data belongs to another header or to none. */
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

  /** Reads the table of reads that a predecessor left. */
  void load() {
    List<Read> left = new ArrayList<>();
    for (int slot = 0; slot < RingHeader.MOST_READS; slot++) {
      Read read = header.read(stream, slot);
      if (read.end() > end()) {
        header.read(slot, new Read(stream, 0, 0, 0));
      } else if (read.end() > done()) {
        left.add(read);
      }
    }
    left.sort(Comparator.comparingLong(Read::end));
    pending.addAll(left);
  }

  /** Returns the highest number of a read in this buffer. */
  long lastOrder() {
    return pending.stream().mapToLong(Read::order).max().orElse(0);
  }

  /** Marks a number of following bytes as printed while no host ran. */
  public void late(int bytes) {
    synchronized (header) {
      lateTo = end() + bytes;
    }
  }

  /** Records the bytes that a read left in the slot without a recorded length. */
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

  /** Returns the end of the filled part of the slot: behind the last byte that is not 0xFF. */
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

  /** Returns whether the slot contains bytes that are not recorded yet. */
  public boolean arriving() {
    synchronized (header) {
      return filled(slotEnd()) > end();
    }
  }

  /**
   * Returns the slot for the next read. Call {@link #took} after the read.
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

  /**
   * Returns the next slot without moving bytes; null if the buffer or the table of reads has no
   * room.
   */
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

  /** Returns the number of recorded reads. */
  public int reads() {
    synchronized (header) {
      return pending.size() + processed.size();
    }
  }

  /** Returns whether so many reads are recorded that their bytes should be processed. */
  public boolean manyReads() {
    return reads() > RingHeader.MOST_READS / 2;
  }

  /** Returns the oldest unprocessed read that ends at or before that place. */
  Optional<Read> next(long upTo) {
    synchronized (header) {
      return Optional.ofNullable(pending.peekFirst()).filter(read -> read.end() <= upTo);
    }
  }

  /** Marks the oldest read as processed, even if its bytes are not all in the log. */
  void passed() {
    synchronized (header) {
      processed.add(pending.removeFirst());
    }
  }

  /** Marks all reads as unprocessed whose bytes are not all in the log. */
  void rewind() {
    synchronized (header) {
      while (!processed.isEmpty()) {
        pending.addFirst(processed.removeLast());
      }
    }
  }

  /** Does this buffer's part of {@link Ring#commit}. */
  void commit(HeaderRecord next, Ring.Position at) {
    long start = at.start();
    next.with(stream, Of.START, start)
        .with(stream, Of.DONE, at.done())
        .with(stream, Of.MODE, at.mode().ordinal());
    if (start == end() && !reading) {
      cleanTo = start;
      next.with(stream, Of.BASE, start).with(stream, Of.SLOT_END, start);
    }
    while (!processed.isEmpty() && processed.peekFirst().end() <= at.done()) {
      processed.removeFirst();
    }
  }

  /**
   * Makes room behind the end: it moves the live bytes to the front, unless the two areas overlap.
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

  /** Enlarges the buffer and keeps its content. */
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

  /** Releases memory if the buffer has no live bytes. */
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

  /** Returns the last line end in {@code from..to}, or -1. */
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
