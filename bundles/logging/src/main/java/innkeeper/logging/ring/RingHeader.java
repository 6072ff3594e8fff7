package innkeeper.logging.ring;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The header before the bytes of a {@link Ring}; {@link HeaderLayout} has the places of its fields.
 * Fields that belong together are in one of two records. A single eight-byte store says which one
 * counts, so a kill leaves the old or the new, never half of each. Offsets count the bytes of a
 * stream since the ring was made. Its own monitor guards it: the readers note what came while
 * another thread commits what was written.
 */
public final class RingHeader {

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
    LAST_LINE_AT,
    BYTES
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

  private static final int CHOICE = 8;
  private static final int RECORDS = 64;
  static final int DROP_RECORD = 64;
  static final int DROPS = 512;
  static final int REST = 1024;
  static final int REST_END = 4096;

  /** Reads of one stream that are remembered one by one. */
  static final int MOST_READS = 80;

  /** How much of a torn line's rest outlives a swap. */
  public static final int MOST_REST = REST_END - REST;

  private final ByteBuffer map;
  private final long[] staged = new long[Drop.values().length];

  /** What the record that counts says. */
  private HeaderRecord now;

  private int choice;

  RingHeader(ByteBuffer map) {
    this.map = map;
    use();
  }

  private void use() {
    choice = (int) (map.getLong(CHOICE) & 1);
    now = HeaderLayout.read(map, record(choice));
  }

  private int record(int which) {
    return RECORDS + which * HeaderLayout.RECORD_BYTES;
  }

  void format() {
    for (int i = 0; i < HeaderLayout.BYTES; i += 8) {
      map.putLong(i, 0);
    }
    VarHandle.releaseFence();
    map.putLong(0, HeaderLayout.MAGIC);
    use();
  }

  boolean valid(ServerStream stream, int capacity) {
    return map.getLong(0) == HeaderLayout.MAGIC && now.valid(stream, capacity);
  }

  synchronized long get(ServerStream stream, Of field) {
    return now.get(stream, field);
  }

  /** Of the record that counts; only what a reader alone changes. */
  synchronized void set(ServerStream stream, Of field, long value) {
    now.set(stream, field, value);
    HeaderLayout.write(map, record(choice), now, stream, field);
  }

  public Mode mode(ServerStream stream) {
    return Mode.values()[(int) get(stream, Of.MODE)];
  }

  /** The log file in which the output of what is not done begins. */
  public synchronized long inode() {
    return now.inode;
  }

  /** Where in that file. */
  public synchronized long place() {
    return now.place;
  }

  /** How many lines of that output went into older files. */
  public synchronized long skip() {
    return now.skip;
  }

  /** The ordinal of the stream whose unfinished line the log ends with at that place; -1: none. */
  public synchronized int open() {
    return now.open;
  }

  /** Changes several fields at once; a kill leaves all or none of them. */
  synchronized void change(boolean settleDrops, Consumer<HeaderRecord> change) {
    HeaderRecord next = now.copy();
    change.accept(next);
    int other = 1 - choice;
    stage(other, settleDrops ? staged : drops());
    HeaderLayout.write(map, record(other), next);
    VarHandle.releaseFence();
    map.putLong(CHOICE, other);
    VarHandle.releaseFence();
    now = next;
    choice = other;
  }

  /** The log rotated: the rest of the output goes into another file. */
  public void turned(long inode, long place, long skip) {
    change(false, next -> next.place(inode, place, skip));
  }

  /** The same, where the account of drops, as it is now, belongs to that place. */
  public void turnedWithDrops(long inode, long place, long skip) {
    change(true, next -> next.place(inode, place, skip));
  }

  /** Writes an account beside the record that counts next. */
  private void stage(int which, long[] account) {
    int at = DROPS + which * DROP_RECORD;
    for (int i = 0; i < account.length; i++) {
      map.putLong(at + i * 8, account[i]);
    }
  }

  private long[] drops() {
    long[] account = new long[staged.length];
    int at = DROPS + choice * DROP_RECORD;
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
    return map.getLong(HeaderLayout.COUNTS + which.ordinal() * 8);
  }

  public void count(Count which, long value) {
    map.putLong(HeaderLayout.COUNTS + which.ordinal() * 8, value);
  }

  Read read(ServerStream stream, int slot) {
    return HeaderLayout.read(map, stream, slot);
  }

  void read(int slot, Read read) {
    HeaderLayout.write(map, slot, read);
  }
}
