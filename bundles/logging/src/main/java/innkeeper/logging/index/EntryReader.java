package innkeeper.logging.index;

import java.util.Arrays;

/**
 * Reads the entries of an index, as far as they are whole. It may go on when more bytes come, from
 * {@link #valid} on.
 */
final class EntryReader {

  private static final int MOST_DIGITS = 9;
  private static final long TORN = -1;

  private final ChunkTable table;
  private byte[] bytes;
  private int at;
  private long valid;
  private boolean damaged;

  /** What the last entry says: how far the log was written, and when. */
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

  /** How many bytes of entries were read. */
  long valid() {
    return valid;
  }

  /** Whether it met something that is no entry, and no entry's beginning. */
  boolean damaged() {
    return damaged;
  }

  /** Where the last chunk began, or the log ended. */
  long offset() {
    return offset;
  }

  long millis() {
    return millis;
  }

  /** Whether the last entry is an end, or there is none. */
  boolean ended() {
    return ended;
  }

  /**
   * Reads what follows what it has read.
   *
   * @param limit entries that begin there or behind are left out
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

  /** Reads what may be another entry the next time. */
  void peek(byte[] more) {
    long before = valid;
    read(more, 0, Long.MAX_VALUE);
    valid = before;
  }

  /** After a power cut a file may be longer than what was written into it. */
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

  /** {@link #TORN} where the bytes end within it, another negative number if it is none. */
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
