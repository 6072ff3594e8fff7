package innkeeper.logging.capture;

import innkeeper.api.health.Times;
import innkeeper.logging.file.Lines;
import innkeeper.logging.ring.RingHeader;
import innkeeper.logging.ring.RingHeader.Drop;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The account of lines given up while the disk takes none, for a project that chose so. Kept in the
 * ring's header and committed with the bytes it speaks of, so that a swap or a crash in between
 * neither forgets a line nor counts one twice. Guarded by the writer's lock.
 */
final class Drops {

  /** Begins the only line of ours in a server's log. */
  static final String NOTE = "innkeeper: dropped ";

  private static final byte[] CUT = "[REDACTED]\n".getBytes(StandardCharsets.US_ASCII);
  private static final long NOT = 0;
  private static final long DROPPING = 1;

  /** The file ends within a line whose rest is still coming. */
  private static final long WITHIN_LINE = 2;

  private final RingHeader header;

  Drops(RingHeader header) {
    this.header = header;
    recall();
  }

  /** As a successor finds it: what was counted since the last commit is counted again. */
  void recall() {
    header.recallDrops();
  }

  boolean dropping() {
    return header.drop(Drop.STATE) != NOT;
  }

  /** Whether the line that the file ends within goes on in bytes not taken yet. */
  boolean open() {
    return header.drop(Drop.STATE) == WITHIN_LINE;
  }

  /** Since the host started. */
  long total() {
    return header.drop(Drop.DROPPED);
  }

  void forgetTotal() {
    header.drop(Drop.DROPPED, 0);
  }

  /**
   * Takes what cannot be written.
   *
   * @param torn whether the file ends within the line that goes on here: that line is kept
   */
  void take(byte[] bytes, int from, int length, boolean torn) {
    int at = from;
    int to = from + length;
    if (!dropping()) {
      header.drop(Drop.STATE, torn ? WITHIN_LINE : DROPPING);
    }
    if (header.drop(Drop.STATE) == WITHIN_LINE) {
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
    int kept = (int) header.drop(Drop.REST_TO);
    int room = RingHeader.MOST_REST - CUT.length - kept;
    if (to - from <= room) {
      header.rest(kept, bytes, from, to - from);
      header.drop(Drop.REST_TO, kept + to - from);
    } else if (room >= 0) {
      // Longer than can be kept: what is not shown of it is a mark.
      header.rest(kept, bytes, from, room);
      header.rest(kept + room, CUT, 0, CUT.length);
      header.drop(Drop.REST_TO, RingHeader.MOST_REST);
    }
    if (ends) {
      header.drop(Drop.STATE, DROPPING);
    }
  }

  private void give(byte[] bytes, int from, int to) {
    int lines = Lines.count(bytes, from, to);
    long now = System.currentTimeMillis();
    add(Drop.BYTES, to - from);
    add(Drop.LINES, lines);
    add(Drop.DROPPED, lines);
    if (header.drop(Drop.FROM) == 0) {
      header.drop(Drop.FROM, now);
    }
    header.drop(Drop.TO, now);
  }

  private void add(Drop which, long n) {
    header.drop(which, header.drop(which) + n);
  }

  /** The end of the line that was torn when the disk filled up, as far as it is not written. */
  byte[] rest() {
    return header.rest((int) header.drop(Drop.REST_FROM), (int) header.drop(Drop.REST_TO));
  }

  void restWritten(int bytes) {
    add(Drop.REST_FROM, bytes);
  }

  /** The record of what was dropped; empty if nothing was. */
  byte[] note() {
    if (header.drop(Drop.BYTES) == 0) {
      return new byte[0];
    }
    String note =
        NOTE
            + header.drop(Drop.LINES)
            + " lines ("
            + header.drop(Drop.BYTES)
            + " bytes) from "
            + Times.iso(Instant.ofEpochMilli(header.drop(Drop.FROM)))
            + " to "
            + Times.iso(Instant.ofEpochMilli(header.drop(Drop.TO)))
            + ": the disk took none\n";
    return note.getBytes(StandardCharsets.UTF_8);
  }

  void over() {
    for (Drop which : Drop.values()) {
      if (which != Drop.DROPPED) {
        header.drop(which, 0);
      }
    }
  }
}
