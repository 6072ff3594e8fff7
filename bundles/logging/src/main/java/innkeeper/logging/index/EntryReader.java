package innkeeper.logging.index;

import java.util.Arrays;

/**
 * Reads the whole entries of an index. It can continue when more bytes arrive, from {@link #valid}
 * on.
 */
final class EntryReader {

  private static final int MOST_DIGITS = 9;
  private static final long TORN = -1;

  private final ChunkTable table;
  private byte[] bytes;
  private int at;
  private long valid;
  private boolean damaged;

  /** The end of the written log, and its time, according to the last entry. */
  private long offset;

  private long millis;
  private boolean ended;

  EntryReader(IndexHeader header) {
    table = new ChunkTable(header, this);
    offset = header.start();
    millis = header.baseMillis();
    ended = true;
  }

  ChunkTable table() {
    return table;
  }

  /** Returns the number of bytes of entries that were read. */
  long valid() {
    return valid;
  }

  /** Returns whether it found bytes that are neither an entry nor the beginning of an entry. */
  boolean damaged() {
    return damaged;
  }

  /** Returns the beginning of the last chunk, or the end of the log. */
  long offset() {
    return offset;
  }

  long millis() {
    return millis;
  }

  /** Returns whether the last entry is an end, or no entry exists. */
  boolean ended() {
    return ended;
  }

  /**
   * Reads the entries that follow the ones it has read.
   *
   * @param limit the offset from which on entries are left out
   */
  EntryReader read(byte[] more, int from, long limit) {
    bytes = more;
    at = from;
    while (at < bytes.length && !damaged && !blank()) {
      int entry = at;
      if (!entry(limit)) {
        at = entry;
        break;
      }
      valid += at - entry;
    }
    bytes = null;
    return this;
  }

  /** Reads entries without counting them as read, because they may change. */
  void peek(byte[] more) {
    long before = valid;
    read(more, 0, Long.MAX_VALUE);
    valid = before;
  }

  /**
   * Returns whether the rest is only zeros. A file may be longer than its content after a power
   * cut.
   */
  private boolean blank() {
    for (int i = at; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean entry(long limit) {
    int entry = at;
    int tag = bytes[at++];
    long first = number();
    if (first == TORN) {
      return false;
    }
    long second = 0;
    byte[] bits = null;
    boolean known = true;
    switch (tag & Entries.KIND) {
      case Entries.CHUNK -> second = number();
      case Entries.STREAMS -> {
        known = first >= 0 && first <= Integer.MAX_VALUE && !ended;
        int length = known ? Entries.bytesOf((int) first) : 0;
        if (at + length > bytes.length) {
          return false;
        }
        bits = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
      }
      default -> known = (tag & Entries.KIND) == Entries.END;
    }
    if (known && (second == TORN || at >= bytes.length)) {
      return false;
    }
    if (!known || first < 0 || second < 0 || bytes[at] != Entries.check(bytes, entry, at)) {
      damaged = true;
      return false;
    }
    at++;
    return apply(tag, first, second, bits, limit);
  }

  private boolean apply(int tag, long first, long second, byte[] bits, long limit) {
    if (bits != null) {
      table.streams(bits, (int) first);
      return true;
    }
    boolean end = (tag & Entries.KIND) == Entries.END;
    long place = offset + first;
    if (place > limit || place == limit && !end) {
      return false;
    }
    offset = place;
    ended = end;
    if (end) {
      table.end(offset, (tag & Entries.MIXED_UP) != 0);
    } else {
      millis += second;
      table.chunk(offset, millis, tag & Entries.STREAM, (tag & Entries.LATE) != 0);
    }
    return true;
  }

  /**
   * Reads a number. Returns {@link #TORN} if the bytes end within it, and another negative value if
   * it is malformed.
   */
  private long number() {
    long value = 0;
    for (int i = 0; i < MOST_DIGITS; i++) {
      if (at >= bytes.length) {
        return TORN;
      }
      byte one = bytes[at++];
      value |= (long) (one & 0x7F) << (7 * i);
      if (one >= 0) {
        return value;
      }
    }
    return -2;
  }
}
