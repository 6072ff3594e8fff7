package innkeeper.logging.index;

import innkeeper.redaction.ByteSink;
import java.io.IOException;
import java.util.Arrays;

/**
 * The arrival times and the streams of a batch's bytes, in the order in which they will be written.
 * It is the sink in front of the batch.
 */
public final class Arrivals implements ByteSink {

  private final ByteSink batch;
  private final boolean apart;
  private int stream = ChunkTable.UNKNOWN_STREAM;
  private boolean late;
  private long millis;

  /** The runs of bytes of one read, from {@code first} to {@code size}. */
  private int[] lengths = new int[16];

  private long[] times = new long[16];
  private byte[] marks = new byte[16];
  private int first;
  private int size;

  /**
   * Creates a sink in front of a batch.
   *
   * @param apart whether the server's streams arrive separately; a server with one FIFO may have
   *     joined them itself
   */
  public Arrivals(ByteSink batch, boolean apart) {
    this.batch = batch;
    this.apart = apart;
  }

  /** Begins a batch, and discards the notes of a failed one. */
  public void begin() {
    first = 0;
    size = 0;
  }

  /** Sets the read from which the next bytes come. */
  public void from(Read read) {
    from(read.stream(), read.arrived(), read.late());
  }

  /** Sets the stream of the next bytes, which end a line that the server has not ended. */
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

  /** Discards the times of a number of bytes. */
  public void skip(int bytes) {
    int left = bytes;
    while (left > 0 && first < size) {
      left -= take(left);
    }
  }

  /** Takes bytes off the first run, and returns their number. */
  private int take(int most) {
    int n = Math.min(most, lengths[first]);
    lengths[first] -= n;
    if (lengths[first] == 0) {
      first++;
    }
    return n;
  }

  /** Passes the times of bytes that were written to the log at that offset to the index. */
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
