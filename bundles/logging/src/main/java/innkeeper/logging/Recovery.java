package innkeeper.logging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * What a replay of the ring may leave out, since the log has it already.
 *
 * @param lines whole lines
 * @param torn the beginning of the next one
 */
record Recovery(long lines, byte[] torn) {

  private static final byte[] NOTHING = {};
  private static final ByteBuffer LINE_END =
      ByteBuffer.wrap("\n".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

  /** Compares them; ends a torn line of which nothing is held any more. */
  static Recovery of(Ring ring, LogWriter writer) throws IOException {
    RingHeader header = ring.header();
    LogFile file = writer.file();
    Standing standing = Standing.behind(file, header.inode(), header.place(), header.skip());
    long lines = standing.lines();
    byte[] torn = standing.torn();
    byte[] note = writer.drops().note();
    if (standing.known() && note.length > 0) {
      int there = begun(file, header, note);
      if (there > 0) {
        // The record of a drop was being written when the predecessor went.
        file.append(ByteBuffer.wrap(note, there, note.length - there));
        writer.drops().over();
        lines = there == note.length ? lines - 1 : lines;
        torn = there == note.length ? torn : NOTHING;
        header.turned(file.inode(), file.bytes(), 0);
      }
    }
    boolean held = ring.end() > ring.start() || header.mode() == RingHeader.WITHIN_LINE;
    if (!file.lineEnd() && !(standing.known() && held)) {
      file.append(LINE_END.duplicate());
      torn = NOTHING;
    }
    // From here on counted anew: a second crash, or a turn within the replay, must not find a place
    // in
    // a file that may be compressed by then.
    header.turned(file.inode(), file.bytes() - torn.length, lines);
    return new Recovery(lines, torn);
  }

  private static int begun(LogFile file, RingHeader header, byte[] note) throws IOException {
    if (header.inode() != file.inode() || file.bytes() <= header.place()) {
      return 0;
    }
    ByteBuffer there =
        ByteBuffer.allocate((int) Math.min(note.length, file.bytes() - header.place()));
    try (FileChannel in =
        FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      in.read(there, header.place());
    }
    int n = there.position();
    return Arrays.equals(there.array(), 0, n, note, 0, n) ? n : 0;
  }
}
