package innkeeper.logging.index;

import innkeeper.api.log.LogStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The content of an index of one file, by offset. Not safe for many threads. */
final class ChunkTable implements FileTimes {

  /** The value for a line of unknown stream, because the server's streams arrived as one. */
  static final int UNKNOWN_STREAM = 2;

  private static final byte NO_TIME = 0x08;

  /** The streams of a chunk's lines, by line end. */
  private record Streams(byte[] bits, int count) {
    int of(int line) {
      return line < count ? bits[line >> 3] >> (line & 7) & 1 : UNKNOWN_STREAM;
    }
  }

  private final IndexHeader header;
  private final EntryReader source;
  private final Map<Integer, Streams> mixed = new HashMap<>();
  private long[] starts = new long[16];
  private long[] millis = new long[16];
  private byte[] flags = new byte[16];
  private int size;
  private long end = Long.MAX_VALUE;

  /**
   * Creates a table without chunks.
   *
   * @param source the reader that adds chunks
   */
  ChunkTable(IndexHeader header, EntryReader source) {
    this.header = header;
    this.source = source;
    if (header.start() > 0) {
      add(0, header.baseMillis(), NO_TIME);
    }
  }

  IndexHeader header() {
    return header;
  }

  EntryReader source() {
    return source;
  }

  /** Sets the end of the log that the index covers. */
  void endsAt(long offset) {
    end = offset;
  }

  @Override
  public long end() {
    return end;
  }

  void chunk(long offset, long at, int stream, boolean late) {
    add(offset, at, stream | (late ? Entries.LATE : 0));
  }

  /** Adds the streams of the last chunk's lines, which are of both streams. */
  void streams(byte[] bits, int count) {
    mixed.put(size - 1, new Streams(bits, count));
  }

  /** Marks the bytes from an offset on as bytes without times. */
  void end(long offset, boolean mixedUp) {
    if (mixedUp && size > 0 && !mixed.containsKey(size - 1)) {
      flags[size - 1] = (byte) (flags[size - 1] & ~Entries.STREAM | UNKNOWN_STREAM);
    }
    add(offset, size == 0 ? header.baseMillis() : millis[size - 1], NO_TIME);
  }

  private void add(long offset, long at, int flag) {
    if (size > 0 && starts[size - 1] == offset) {
      size--;
      mixed.remove(size);
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      millis = Arrays.copyOf(millis, 2 * size);
      flags = Arrays.copyOf(flags, 2 * size);
    }
    starts[size] = offset;
    millis[size] = at;
    flags[size++] = (byte) flag;
  }

  @Override
  public int id() {
    return header.id();
  }

  @Override
  public boolean renewed() {
    return header.start() > 0;
  }

  private boolean timed(int chunk) {
    return chunk >= 0 && chunk < size && (flags[chunk] & NO_TIME) == 0;
  }

  /** Returns the number of chunks with an earlier time. */
  private int before(Instant time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Instant.ofEpochMilli(millis[middle]).isBefore(time)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public long lower(Instant from) {
    int first = before(from);
    while (first > 0 && !timed(first - 1)) {
      first--;
    }
    return first == 0 ? 0 : first < size ? starts[first] : Long.MAX_VALUE;
  }

  @Override
  public long upper(Instant to) {
    int first = before(to);
    while (first < size && !timed(first)) {
      first++;
    }
    return first < size ? starts[first] : Long.MAX_VALUE;
  }

  @Override
  public Part last(LogStream stream, long before) {
    for (int i = chunk(before - 1); i >= 0; i--) {
      boolean only = (flags[i] & Entries.STREAM) == stream.ordinal();
      if (timed(i) && (only || mixed.containsKey(i))) {
        return new Part(starts[i], i + 1 < size ? Math.min(before, starts[i + 1]) : before);
      }
    }
    return new Part(0, 0);
  }

  @Override
  public long knownFrom(long offset) {
    int chunk = chunk(offset);
    return mixed.containsKey(chunk) ? starts[chunk] : offset;
  }

  /** Returns the chunk of a line that begins at that offset; -1 if it belongs to no chunk. */
  private int chunk(long offset) {
    int found = Arrays.binarySearch(starts, 0, size, offset);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public Optional<Instant> at(long offset) {
    int chunk = chunk(offset);
    return timed(chunk) && offset < end
        ? Optional.of(Instant.ofEpochMilli(millis[chunk]))
        : Optional.empty();
  }

  @Override
  public Optional<Instant> first() {
    for (int i = 0; i < size; i++) {
      if (timed(i)) {
        return Optional.of(Instant.ofEpochMilli(millis[i]));
      }
    }
    return Optional.empty();
  }

  @Override
  public Cursor cursor() {
    return new Walk();
  }

  /** Counts the line ends of the present chunk. */
  private final class Walk implements Cursor {
    private static final int LOST = -1;
    private int chunk = -1;
    private int line;
    private boolean begun;
    private LineTime last = LineTime.UNKNOWN;
    private int lastKey = -1;

    @Override
    public LineTime next(long offset, byte[] bytes, int from, int to) {
      if (chunk < 0 || chunk + 1 < size && offset >= starts[chunk + 1]) {
        chunk = chunk(offset);
        boolean whole = chunk >= 0 && starts[chunk] == offset;
        // If the previous line began before this chunk, its end is in this chunk.
        line = whole ? 0 : begun ? 1 : LOST;
      } else if (line != LOST) {
        line++;
      }
      begun = true;
      return timed(chunk) ? time() : LineTime.UNKNOWN;
    }

    private LineTime time() {
      int stream = flags[chunk] & Entries.STREAM;
      Streams streams = mixed.isEmpty() ? null : mixed.get(chunk);
      if (streams != null) {
        stream = line == LOST ? UNKNOWN_STREAM : streams.of(line);
      }
      int key = chunk * 4 + stream;
      if (key != lastKey) {
        lastKey = key;
        last =
            new LineTime(
                Optional.of(Instant.ofEpochMilli(millis[chunk])),
                stream == UNKNOWN_STREAM
                    ? Optional.empty()
                    : Optional.of(LogStream.values()[stream]),
                (flags[chunk] & Entries.LATE) != 0);
      }
      return last;
    }
  }
}
