package innkeeper.logging;

import innkeeper.api.health.Times;
import innkeeper.logging.RingHeader.Count;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The account of lines given up while the disk takes none, for a project that chose so. Kept in the
 * ring's header, so that a swap or a crash in between does not forget it. Guarded by the writer's
 * lock.
 */
final class Drops {

  /** Begins the only line of ours in a server's log. */
  static final String NOTE = "innkeeper: dropped ";

  private static final int MOST_REST = 64 * 1024;

  private final RingHeader header;
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream(0);
  private boolean restOpen;
  private boolean dropping;

  Drops(RingHeader header) {
    this.header = header;
    dropping = header.count(Count.DROP_BYTES) > 0;
  }

  boolean dropping() {
    return dropping;
  }

  /**
   * Takes what cannot be written.
   *
   * @param torn whether the file ends within the line that goes on here: that line is kept
   */
  void take(byte[] bytes, int from, int length, boolean torn) {
    int at = from;
    int to = from + length;
    if (!dropping) {
      dropping = true;
      restOpen = torn;
    }
    if (restOpen) {
      int end = Lines.afterFirst(bytes, at, to);
      keep(bytes, at, end);
      at = end;
    }
    if (at < to) {
      give(bytes, at, to);
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    boolean ends = to > from && bytes[to - 1] == '\n';
    rest.write(bytes, from, Math.max(0, Math.min(to - from, MOST_REST - rest.size())));
    if (ends) {
      restOpen = false;
      if (rest.size() >= MOST_REST) {
        rest.write('\n');
      }
    }
  }

  private void give(byte[] bytes, int from, int to) {
    int lines = Lines.count(bytes, from, to);
    long now = System.currentTimeMillis();
    add(Count.DROP_BYTES, to - from);
    add(Count.DROP_LINES, lines);
    add(Count.DROPPED, lines);
    if (header.count(Count.DROP_FROM) == 0) {
      header.count(Count.DROP_FROM, now);
    }
    header.count(Count.DROP_TO, now);
  }

  private void add(Count which, long n) {
    header.count(which, header.count(which) + n);
  }

  /** The end of the line that was torn when the disk filled up. */
  byte[] rest() {
    return rest.toByteArray();
  }

  void restWritten(int bytes) {
    byte[] all = rest.toByteArray();
    rest.reset();
    rest.write(all, bytes, all.length - bytes);
  }

  /** The record of what was dropped; empty if nothing was. */
  byte[] note() {
    if (header.count(Count.DROP_BYTES) == 0) {
      return new byte[0];
    }
    String note =
        NOTE
            + header.count(Count.DROP_LINES)
            + " lines ("
            + header.count(Count.DROP_BYTES)
            + " bytes) from "
            + Times.iso(Instant.ofEpochMilli(header.count(Count.DROP_FROM)))
            + " to "
            + Times.iso(Instant.ofEpochMilli(header.count(Count.DROP_TO)))
            + ": the disk took none\n";
    return note.getBytes(StandardCharsets.UTF_8);
  }

  void over() {
    dropping = false;
    restOpen = false;
    rest.reset();
    header.count(Count.DROP_BYTES, 0);
    header.count(Count.DROP_LINES, 0);
    header.count(Count.DROP_FROM, 0);
    header.count(Count.DROP_TO, 0);
  }
}
