package innkeeper.logging.index;

import innkeeper.logging.ring.Read;
import innkeeper.logging.ring.ServerStream;
import innkeeper.redaction.ByteSink;
import java.io.IOException;
import java.util.Arrays;

/**
 * When the bytes of a batch came, and from which stream, in the order in which they will be
 * written. Stands in front of the batch.
 */
public final class Arrivals implements ByteSink {

  private final ByteSink batch;
  private final boolean apart;
  private int stream = ChunkTable.UNKNOWN_STREAM;
  private boolean late;
  private long millis;

  /** Runs of bytes of one read, from {@code first} to {@code size}. */
  private int[] lengths = new int[16];

  private long[] times = new long[16];
  private byte[] marks = new byte[16];
  private int first;
  private int size;

  /**
   * @param apart whether the server's streams come apart; a server with one FIFO may have joined
   *     them itself
   */
  public Arrivals(ByteSink batch, boolean apart) {
    this.batch = batch;
    this.apart = apart;
  }

  /** A batch begins; what was noted of another that failed is forgotten. */
  public void begin() {
    first = 0;
    size = 0;
  }

  /** What comes now was brought by that read. */
  public void from(Read read) {
    from(read.stream(), read.arrived(), read.late());
  }

  /** What comes now is the end of a line that the server has not ended. */
  public void from(ServerStream which) {
    from(which, System.currentTimeMillis(), false);
  }

  private void from(ServerStream which, long arrivedMillis, boolean waited) {
    stream = apart ? which.ordinal() : ChunkTable.UNKNOWN_STREAM;
    millis = arrivedMillis;
    late = waited;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    byte mark = (byte) (stream | (late ? Entries.LATE : 0));
    if (size > first && marks[size - 1] == mark && times[size - 1] == millis) {
      lengths[size - 1] += length;
    } else {
      add(length, mark);
    }
    batch.write(bytes, from, length);
  }

  private void add(int length, byte mark) {
    if (first == size) {
      begin();
    }
    if (size == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
      marks = Arrays.copyOf(marks, 2 * size);
    }
    lengths[size] = length;
    times[size] = millis;
    marks[size++] = mark;
  }

  /** So many bytes are given up. */
  public void skip(int bytes) {
    int left = bytes;
    while (left > 0 && first < size) {
      left -= take(left);
    }
  }

  /** How many of so many bytes are of the first run; they are taken off. */
  private int take(int most) {
    int n = Math.min(most, lengths[first]);
    lengths[first] -= n;
    if (lengths[first] == 0) {
      first++;
    }
    return n;
  }

  /** So many bytes went into the log, at that offset. */
  void pass(ActiveIndex index, long offset, byte[] bytes, int from, int length) {
    int done = 0;
    while (done < length) {
      boolean known = first < size;
      long time = known ? times[first] : millis;
      int mark = known ? marks[first] : ChunkTable.UNKNOWN_STREAM;
      int n = known ? take(length - done) : length - done;
      boolean waited = (mark & Entries.LATE) != 0;
      index.chunk(offset + done, bytes, from + done, n, mark & Entries.STREAM, time, waited);
      done += n;
    }
  }
}
