package innkeeper.logging;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The first page of a {@link Ring}. What belongs together stands in one of two records; a single
 * eight-byte store says which one counts, so a kill leaves the old or the new, never half of each.
 */
final class RingHeader {

  static final int SIZE = 4096;

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

  /** Longs that outlive a swap: {@link #count}. */
  enum Count {
    HOST,
    LINES,
    REDACTIONS,
    DROPPED,
    LAST_LINE_AT,
    DROP_LINES,
    DROP_BYTES,
    DROP_FROM,
    DROP_TO
  }

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

  int start() {
    return (int) at(START);
  }

  int end() {
    return (int) at(END);
  }

  int slotEnd() {
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

  void end(int end) {
    map.putLong(record + END, end);
  }

  void slotEnd(int slotEnd) {
    map.putLong(record + SLOT_END, slotEnd);
  }

  void noSlot() {
    map.putLong(record + SLOT_END, at(END));
  }

  /** What lies before {@code start} is in the log for good; the log ends at that place. */
  void commit(int start, boolean reset, long mode, long inode, long place, long skip) {
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
  void moved(int by, int live) {
    flip(start() - by, live, live, inode(), place(), skip(), mode());
  }

  /** The log turned over: the rest of the output goes into another file. */
  void turned(long inode, long place, long skip) {
    flip(start(), end(), slotEnd(), inode, place, skip, mode());
  }

  private void flip(
      long start, long end, long slotEnd, long inode, long place, long skip, long mode) {
    int choice = record == RECORDS ? 1 : 0;
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

  long count(Count which) {
    return map.getLong(COUNTS + which.ordinal() * 8);
  }

  void count(Count which, long value) {
    map.putLong(COUNTS + which.ordinal() * 8, value);
  }
}
