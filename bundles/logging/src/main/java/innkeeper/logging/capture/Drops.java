package innkeeper.logging.capture;

import innkeeper.common.time.IsoTime;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.capture.ring.RingHeader.Drop;
import innkeeper.logging.file.Lines;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The account of lines that are discarded while the disk accepts no bytes, for a project that chose
 * that. The ring's header contains it and commits it together with its bytes. So a swap or a crash
 * neither forgets a line nor counts one twice. The writer's lock guards it.
 */
final class Drops {

  /** The beginning of the only line that the host itself writes to a server's log. */
  static final String NOTE = "innkeeper: dropped ";

  private static final byte[] CUT = "[REDACTED]\n".getBytes(StandardCharsets.US_ASCII);
  private static final long NOT = 0;
  private static final long DROPPING = 1;

  /** The file ends within a line whose rest has not arrived yet. */
  private static final long WITHIN_LINE = 2;

  private final RingHeader header;

  Drops(RingHeader header) {
    this.header = header;
    recall();
  }

  /** Reads the account as a successor finds it; drops since the last commit are counted again. */
  void recall() {
    header.recallDrops();
  }

  boolean dropping() {
    return header.drop(Drop.STATE) != NOT;
  }

  /** Returns whether the last line of the file continues in bytes that have not arrived yet. */
  boolean open() {
    return header.drop(Drop.STATE) == WITHIN_LINE;
  }

  /** Returns the number of dropped lines since the host started. */
  long total() {
    return header.drop(Drop.DROPPED);
  }

  void forgetTotal() {
    header.drop(Drop.DROPPED, 0);
  }

  /**
   * Takes bytes that cannot be written.
   *
   * @param torn whether the file ends within the line that continues here; that line is kept
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
      // The line is longer than the space for it, so a mark replaces its end.
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

  /** Returns the unwritten rest of the line that was torn when the disk filled up. */
  byte[] rest() {
    return header.rest((int) header.drop(Drop.REST_FROM), (int) header.drop(Drop.REST_TO));
  }

  void restWritten(int bytes) {
    add(Drop.REST_FROM, bytes);
  }

  /** Returns the record of the dropped lines; empty if no line was dropped. */
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
            + IsoTime.text(Instant.ofEpochMilli(header.drop(Drop.FROM)))
            + " to "
            + IsoTime.text(Instant.ofEpochMilli(header.drop(Drop.TO)))
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
