package innkeeper.logging.ring;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The first two pages of a {@link Ring}. What belongs together stands in one of two records; a
 * single eight-byte store says which one counts, so a kill leaves the old or the new, never half of
 * each. Offsets count the bytes of a stream since the ring was made. Its own monitor guards it: the
 * readers note what came while another thread commits what was written.
 */
public final class RingHeader {

  public static final int SIZE = 8192;

  /** What a replay of one stream starts with. */
  public enum Mode {
    /** A line's start, outside any key block. */
    NEUTRAL,
    /** Within a line whose beginning is no longer held. */
    WITHIN_LINE,
    /** A line of a key block whose beginning is no longer held. */
    WITHIN_BLOCK
  }

  /** What is known of each stream. */
  enum Of {
    /** Where a replay feeds the engine from. */
    START,
    /** What lies before is in the log, but for the unfinished line from {@link #START} on. */
    DONE,
    /** Where the bytes that were read end. */
    END,
    /** Where the read that is under way may end. */
    SLOT_END,
    /** A {@link Mode}. */
    MODE,
    /** The offset of the first byte of the data area. */
    BASE
  }

  /** Longs that outlive a swap: {@link #count}. */
  public enum Count {
    HOST,
    LINES,
    REDACTIONS,
    DROPPED,
    LAST_LINE_AT
  }

  /** The account of what is being dropped: changes with the commit of what it speaks of. */
  public enum Drop {
    DROPPED,
    LINES,
    BYTES,
    FROM,
    TO,
    REST_FROM,
    REST_TO,
    STATE
  }

  static final long MAGIC = 0x32_47_4e_49_52_4b_4e_49L; // "INKRING2"
  private static final int CHOICE = 8;
  private static final int RECORDS = 64;
  private static final int RECORD = 128;
  private static final int STREAM = 48;
  private static final int INODE = 96;
  private static final int PLACE = 104;
  private static final int SKIP = 112;
  private static final int OPEN = 120;
  private static final int COUNTS = 384;
  private static final int DROPS = 512;
  private static final int DROP_RECORD = 64;
  private static final int REST = 1024;
  private static final int REST_END = 4096;
  private static final int READS = 4096;
  private static final int READ = 24;

  /** Reads of one stream that are remembered one by one. */
  static final int MOST_READS = 80;

  /** How much of a torn line's rest outlives a swap. */
  public static final int MOST_REST = REST_END - REST;

  private final ByteBuffer map;
  private final long[] staged = new long[Drop.values().length];
  private int record;

  RingHeader(ByteBuffer map) {
    this.map = map;
    use();
  }

  private void use() {
    record = RECORDS + (int) (map.getLong(CHOICE) & 1) * RECORD;
  }

  void format() {
    for (int i = 0; i < SIZE; i += 8) {
      map.putLong(i, 0);
    }
    VarHandle.releaseFence();
    map.putLong(0, MAGIC);
    use();
  }

  boolean valid(ServerStream stream, int capacity) {
    return map.getLong(0) == MAGIC
        && at(stream, Of.BASE) >= 0
        && at(stream, Of.BASE) <= at(stream, Of.START)
        && at(stream, Of.START) <= at(stream, Of.DONE)
        && at(stream, Of.DONE) <= at(stream, Of.END)
        && at(stream, Of.END) - at(stream, Of.BASE) <= capacity
        && at(stream, Of.MODE) >= 0
        && at(stream, Of.MODE) < Mode.values().length;
  }

  private long at(ServerStream stream, Of field) {
    return map.getLong(record + stream.ordinal() * STREAM + field.ordinal() * 8);
  }

  synchronized long get(ServerStream stream, Of field) {
    return at(stream, field);
  }

  /** Of the record that counts; only what a reader alone changes. */
  synchronized void set(ServerStream stream, Of field, long value) {
    map.putLong(record + stream.ordinal() * STREAM + field.ordinal() * 8, value);
  }

  public Mode mode(ServerStream stream) {
    return Mode.values()[(int) get(stream, Of.MODE)];
  }

  /** The log file in which the output of what is not done begins. */
  public synchronized long inode() {
    return map.getLong(record + INODE);
  }

  /** Where in that file. */
  public synchronized long place() {
    return map.getLong(record + PLACE);
  }

  /** How many lines of that output went into older files. */
  public synchronized long skip() {
    return map.getLong(record + SKIP);
  }

  /** The ordinal of the stream whose unfinished line the log ends with at that place; -1: none. */
  public synchronized int open() {
    return (int) map.getLong(record + OPEN) - 1;
  }

  /** A copy of the record that counts, to be changed and then made the one that counts. */
  final class Next {
    private final int at = RECORDS + nextChoice() * RECORD;

    private Next() {
      for (int i = 0; i < RECORD; i += 8) {
        map.putLong(at + i, map.getLong(record + i));
      }
    }

    Next with(ServerStream stream, Of field, long value) {
      map.putLong(at + stream.ordinal() * STREAM + field.ordinal() * 8, value);
      return this;
    }

    Next place(long inode, long place, long skip) {
      map.putLong(at + INODE, inode);
      map.putLong(at + PLACE, place);
      map.putLong(at + SKIP, skip);
      return this;
    }

    Next open(int stream) {
      map.putLong(at + OPEN, stream + 1L);
      return this;
    }
  }

  /** Changes several fields at once; a kill leaves all or none of them. */
  synchronized void change(boolean settleDrops, Consumer<Next> change) {
    stage(settleDrops ? staged : drops());
    Next next = new Next();
    change.accept(next);
    int choice = nextChoice();
    VarHandle.releaseFence();
    map.putLong(CHOICE, choice);
    VarHandle.releaseFence();
    record = next.at;
  }

  /** The log rotated: the rest of the output goes into another file. */
  public void turned(long inode, long place, long skip) {
    change(false, next -> next.place(inode, place, skip));
  }

  /** The same, where the account of drops, as it is now, belongs to that place. */
  public void turnedWithDrops(long inode, long place, long skip) {
    change(true, next -> next.place(inode, place, skip));
  }

  private int nextChoice() {
    return record == RECORDS ? 1 : 0;
  }

  /** Writes an account beside the record that counts next. */
  private void stage(long[] account) {
    int at = DROPS + nextChoice() * DROP_RECORD;
    for (int i = 0; i < account.length; i++) {
      map.putLong(at + i * 8, account[i]);
    }
  }

  private long[] drops() {
    long[] account = new long[staged.length];
    int at = DROPS + (record == RECORDS ? 0 : 1) * DROP_RECORD;
    for (int i = 0; i < account.length; i++) {
      account[i] = map.getLong(at + i * 8);
    }
    return account;
  }

  /** Takes up the account as it was committed last. */
  public synchronized void recallDrops() {
    System.arraycopy(drops(), 0, staged, 0, staged.length);
  }

  public long drop(Drop which) {
    return staged[which.ordinal()];
  }

  /** Counts from the next commit on. */
  public void drop(Drop which, long value) {
    staged[which.ordinal()] = value;
  }

  public void rest(int at, byte[] bytes, int from, int length) {
    map.put(REST + at, bytes, from, length);
  }

  public byte[] rest(int from, int to) {
    byte[] bytes = new byte[to - from];
    map.get(REST + from, bytes);
    return bytes;
  }

  public long count(Count which) {
    return map.getLong(COUNTS + which.ordinal() * 8);
  }

  public void count(Count which, long value) {
    map.putLong(COUNTS + which.ordinal() * 8, value);
  }

  private static int readAt(ServerStream stream, int slot) {
    return READS + (stream.ordinal() * MOST_READS + slot) * READ;
  }

  Read read(ServerStream stream, int slot) {
    int at = readAt(stream, slot);
    return new Read(stream, map.getLong(at), map.getLong(at + 8), map.getLong(at + 16));
  }

  void read(int slot, Read read) {
    int at = readAt(read.stream(), slot);
    map.putLong(at + 8, read.order());
    map.putLong(at + 16, read.arrivedMillis());
    VarHandle.releaseFence();
    map.putLong(at, read.end());
  }
}
