package innkeeper.logging.capture.ring;

import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The header before the bytes of a {@link Ring}; {@link HeaderLayout} and {@link HeaderRecord}
 * define the places of its fields. Fields that belong together are in one of two records. A single
 * eight-byte store selects the record in force, so a kill leaves either the old or the new record.
 * Offsets count the bytes of a stream since the ring was created. The object's monitor guards it:
 * the readers record arrived bytes while another thread commits written ones.
 */
public final class RingHeader {

  /** The state in which a replay of one stream begins. */
  public enum Mode {
    /** A line's start, outside any key block. */
    NEUTRAL,
    /** The middle of a line whose beginning is not in the ring any more. */
    WITHIN_LINE,
    /** A line of a key block whose beginning is not in the ring any more. */
    WITHIN_BLOCK
  }

  /** The fields of each stream. */
  enum Of {
    /** The offset from which on a replay feeds the engine. */
    START,
    /** The end of the bytes in the log, except the unfinished line from {@link #START} on. */
    DONE,
    /** The end of the bytes that were read. */
    END,
    /** The possible end of the read in progress. */
    SLOT_END,
    /** A {@link Mode}. */
    MODE,
    /** The offset of the first byte of the data area. */
    BASE
  }

  /** Numbers that survive a swap of the bundle; see {@link #count}. */
  public enum Count {
    HOST,
    LINES,
    REDACTIONS,
    DROPPED,
    LAST_LINE_AT,
    BYTES
  }

  /** The account of dropped lines, which changes with the commit of its bytes. */
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

  /** The number of reads of one stream that are recorded individually. */
  static final int MOST_READS = 80;

  /** The maximum length of a torn line's rest that survives a swap, in bytes. */
  public static final int MOST_REST = REST_END - REST;

  private final ByteBuffer map;
  private final long[] staged = new long[Drop.values().length];

  /** The content of the record in force. */
  private HeaderRecord now;

  private int choice;

  RingHeader(ByteBuffer map) {
    this.map = map;
    use();
  }

  private void use() {
    choice = (int) (map.getLong(CHOICE) & 1);
    now = HeaderRecord.read(map, record(choice));
  }

  private int record(int which) {
    return RECORDS + which * HeaderRecord.BYTES;
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

  /** Changes a field of the record in force that only a reader changes. */
  synchronized void set(ServerStream stream, Of field, long value) {
    now.with(stream, field, value);
    now.write(map, record(choice));
  }

  public Mode mode(ServerStream stream) {
    return Mode.values()[(int) get(stream, Of.MODE)];
  }

  /** Returns the log file in which the output of the uncommitted bytes begins. */
  public synchronized long inode() {
    return now.inode();
  }

  /** Returns the offset in the log file {@link #inode} at which that output begins. */
  public synchronized long place() {
    return now.place();
  }

  /** Returns the number of lines of the uncommitted bytes' output that are in older files. */
  public synchronized long skip() {
    return now.skip();
  }

  /**
   * Returns the ordinal of the stream whose unfinished line is at the log's end; -1 if no line is
   * unfinished.
   */
  public synchronized int open() {
    return now.open();
  }

  /** Changes several fields at once; a kill leaves all or none of the changes. */
  synchronized void change(boolean settleDrops, Consumer<HeaderRecord> change) {
    HeaderRecord next = now.copy();
    change.accept(next);
    int other = 1 - choice;
    stage(other, settleDrops ? staged : drops());
    next.write(map, record(other));
    VarHandle.releaseFence();
    map.putLong(CHOICE, other);
    VarHandle.releaseFence();
    now = next;
    choice = other;
  }

  /**
   * Records a rotation of the log, after which the rest of the output is in another file.
   *
   * @param settleDrops whether the present account of drops is committed with it
   */
  public void turned(boolean settleDrops, long inode, long place, long skip) {
    change(settleDrops, next -> next.place(inode, place, skip));
  }

  /** Writes an account beside the next record in force. */
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

  /** Reads the last committed account. */
  public synchronized void recallDrops() {
    System.arraycopy(drops(), 0, staged, 0, staged.length);
  }

  public long drop(Drop which) {
    return staged[which.ordinal()];
  }

  /** Changes a value of the account; the change takes effect with the next commit. */
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
