package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.file.FileAccess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The part of a replay's output that the log already contains.
 *
 * @param endFound whether the committed end of the log was found; otherwise all output is written
 * @param lines the number of whole lines
 * @param torn the beginning of the next line
 */
record Recovery(boolean endFound, long lines, byte[] torn) {

  private static final byte[] NOTHING = {};
  private static final ByteBuffer LINE_END =
      ByteBuffer.wrap("\n".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

  /** Compares ring and log. Ends a torn line whose bytes the ring does not contain any more. */
  static Recovery of(Ring ring, LogWriter writer) throws IOException {
    RingHeader header = ring.header();
    LogFile file = writer.file();
    writer.drops().recall();
    LogProgress standing = LogProgress.behind(file, header.inode(), header.place(), header.skip());
    if (writer.drops().dropping() && !writer.drops().open()) {
      return afterDrops(file, header, writer.drops(), standing.known());
    }
    boolean held = !ring.empty() || header.open() != StreamJoin.NONE;
    byte[] torn = standing.torn();
    if (!file.lineEnd() && !(standing.known() && held)) {
      file.append(LINE_END.duplicate());
      torn = NOTHING;
    }
    // The count starts again here. A second crash, or a rotation within the replay, must not search
    // for a place in a file that may be compressed by then.
    header.turned(false, file.inode(), file.bytes() - torn.length, standing.lines());
    return new Recovery(standing.known(), standing.lines(), torn);
  }

  /**
   * Returns the recovery during a drop. Meanwhile the log receives only the torn line's rest and,
   * at the end, the record of the dropped lines. The written part of these two is not written
   * again.
   */
  private static Recovery afterDrops(LogFile file, RingHeader header, Drops drops, boolean known)
      throws IOException {
    byte[] rest = drops.rest();
    int there = known ? begun(file, header, 0, rest) : rest.length;
    drops.restWritten(there);
    if (known && there == rest.length) {
      byte[] note = drops.note();
      int written = begun(file, header, there, note);
      if (written > 0) {
        file.append(ByteBuffer.wrap(note, written, note.length - written));
        drops.over();
      }
    }
    header.turned(true, file.inode(), file.bytes(), 0);
    return new Recovery(known, 0, NOTHING);
  }

  /** Returns how many bytes of a text the log contains, at a number of bytes behind the place. */
  private static int begun(LogFile file, RingHeader header, int after, byte[] text)
      throws IOException {
    long place = header.place() + after;
    if (header.inode() != file.inode() || file.bytes() <= place) {
      return 0;
    }
    int most = (int) Math.min(text.length, file.bytes() - place);
    byte[] there = FileAccess.read(file.path(), place, most);
    return Arrays.equals(there, Arrays.copyOf(text, there.length)) ? there.length : 0;
  }
}
