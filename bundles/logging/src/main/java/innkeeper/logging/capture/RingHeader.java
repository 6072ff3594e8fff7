package innkeeper.logging.capture;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The first page of a {@link Ring}. What belongs together stands in one of two records; a single
 * eight-byte store says which one counts, so a kill leaves the old or the new, never half of each.
 * Its own monitor guards it: one thread notes what was read while another commits what was written.
 */
public final class RingHeader {

  public static final int SIZE = 4096;

  /** The replay starts at a line's start, outside any key block. */
  static final long NEUTRAL = 0;

  /** The replay starts within a line whose beginning is no longer held. */
  static final long WITHIN_LINE = 1;

  /** The replay starts at a line of a key block whose beginning is no longer held. */
  static final long WITHIN_BLOCK = 2;

  private static final long MAGIC = 0x31_47_4e_49_52_4b_4e_49L; // "INKRING1"
  private static final int CHOICE = 8;
  private static final int RECORDS = 64;
  private static final int RECORD = 64;
  private static final int START = 0;
  private static final int END = 8;
  private static final int SLOT_END = 16;
  private static final int INODE = 24;
  private static final int PLACE = 32;
  private static final int SKIP = 40;
  private static final int MODE = 48;
  private static final int COUNTS = 256;
  private static final int DROPS = 512;
  private static final int DROP_RECORD = 64;
  private static final int REST = 1024;

  /** How much of a torn line's rest outlives a swap. */
  static final int MOST_REST = SIZE - REST;

  /** Longs that outlive a swap: {@link #count}. */
  enum Count {
    HOST,
    LINES,
    REDACTIONS,
    DROPPED,
    LAST_LINE_AT
  }

  /** The account of what is being dropped: changes with the commit of what it speaks of. */
  enum Drop {
    DROPPED,
    LINES,
    BYTES,
    FROM,
    TO,
    REST_FROM,
    REST_TO,
    STATE
  }

  private final long[] staged = new long[Drop.values().length];
  private ByteBuffer map;
  private int record;

  void use(ByteBuffer fresh) {
    map = fresh;
    record = RECORDS + (int) (fresh.getLong(CHOICE) & 1) * RECORD;
  }

  void format() {
    for (int i = 0; i < SIZE; i += 8) {
      map.putLong(i, 0);
    }
    VarHandle.releaseFence();
    map.putLong(0, MAGIC);
    use(map);
  }

  boolean valid(int capacity) {
    return map.getLong(0) == MAGIC
        && at(START) >= 0
        && at(START) <= at(END)
        && at(END) <= capacity
        && at(SLOT_END) >= 0;
  }

  private long at(int field) {
    return map.getLong(record + field);
  }

  synchronized int start() {
    return (int) at(START);
  }

  synchronized int end() {
    return (int) at(END);
  }

  synchronized int slotEnd() {
    return (int) at(SLOT_END);
  }

  /** The log file in which the output of what lies behind {@code start} begins. */
  long inode() {
    return at(INODE);
  }

  /** Where in that file. */
  long place() {
    return at(PLACE);
  }

  /** How many lines of that output went into older files. */
  long skip() {
    return at(SKIP);
  }

  long mode() {
    return at(MODE);
  }

  synchronized void end(int end) {
    map.putLong(record + END, end);
  }

  synchronized void slotEnd(int slotEnd) {
    map.putLong(record + SLOT_END, slotEnd);
  }

  synchronized void noSlot() {
    map.putLong(record + SLOT_END, at(END));
  }

  /** What lies before {@code start} is in the log for good; the log ends at that place. */
  synchronized void commit(int start, boolean reset, long mode, long inode, long place, long skip) {
    stage(staged);
    flip(
        reset ? 0 : start,
        reset ? 0 : end(),
        reset ? 0 : Math.max(slotEnd(), end()),
        inode,
        place,
        skip,
        mode);
  }

  /** The live bytes were copied to the front. */
  synchronized void moved(int by, int live) {
    stage(drops());
    flip(start() - by, live, live, inode(), place(), skip(), mode());
  }

  /** The log rotated: the rest of the output goes into another file. */
  void turned(long inode, long place, long skip) {
    turned(inode, place, skip, false);
  }

  /**
   * @param settled whether the account of drops, as it is now, belongs to that place
   */
  synchronized void turned(long inode, long place, long skip, boolean settled) {
    stage(settled ? staged : drops());
    flip(start(), end(), slotEnd(), inode, place, skip, mode());
  }

  private void flip(
      long start, long end, long slotEnd, long inode, long place, long skip, long mode) {
    int choice = nextChoice();
    int next = RECORDS + choice * RECORD;
    map.putLong(next + START, start);
    map.putLong(next + END, end);
    map.putLong(next + SLOT_END, slotEnd);
    map.putLong(next + INODE, inode);
    map.putLong(next + PLACE, place);
    map.putLong(next + SKIP, skip);
    map.putLong(next + MODE, mode);
    VarHandle.releaseFence();
    map.putLong(CHOICE, choice);
    VarHandle.releaseFence();
    record = next;
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
  void recallDrops() {
    System.arraycopy(drops(), 0, staged, 0, staged.length);
  }

  long drop(Drop which) {
    return staged[which.ordinal()];
  }

  /** Counts from the next commit on. */
  void drop(Drop which, long value) {
    staged[which.ordinal()] = value;
  }

  void rest(int at, byte[] bytes, int from, int length) {
    map.put(REST + at, bytes, from, length);
  }

  byte[] rest(int from, int to) {
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
}
