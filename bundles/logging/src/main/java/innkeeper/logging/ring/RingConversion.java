package innkeeper.logging.ring;

import innkeeper.logging.file.Owner;
import innkeeper.logging.ring.RingHeader.Count;
import innkeeper.logging.ring.RingHeader.Of;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Replaces a ring by one of the other layout: when stderr gets a FIFO, and when it has none any
 * more. A ring with one stream may be of a killed host of an earlier release; what it holds is
 * stdout's.
 */
final class RingConversion {

  private static final int REST_END = 4096;
  private static final int REST = 1024;

  private RingConversion() {}

  static boolean isOf(Path path, HeaderLayout layout) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        || !Owner.ours(path)
        || Files.size(path) < layout.bytes()) {
      return false;
    }
    ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel in =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      in.read(magic, 0);
    }
    return magic.getLong(0) == layout.magic();
  }

  /** Leaves alone what is no ring with one stream. */
  static void toTwoStreams(Path path) throws IOException {
    if (!isOf(path, HeaderLayout.ONE_STREAM)) {
      return;
    }
    ByteBuffer old = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    RingHeader from = new RingHeader(old, HeaderLayout.ONE_STREAM);
    int offset = HeaderLayout.ONE_STREAM.bytes();
    boolean sound = from.valid(ServerStream.STDOUT, old.capacity() - offset);
    int start = offset + (sound ? (int) from.get(ServerStream.STDOUT, Of.START) : 0);
    int end = sound ? filled(old, from) : start;
    int live = end - start;
    ByteBuffer made = header(HeaderLayout.TWO_STREAMS, Math.max(live, StreamBuffer.QUIET));
    RingHeader to = new RingHeader(made, HeaderLayout.TWO_STREAMS);
    to.format();
    if (sound) {
      made.put(HeaderLayout.TWO_STREAMS.bytes(), old, start, live);
      copy(from, to);
      made.put(REST, old, REST, REST_END - REST);
      ServerStream out = ServerStream.STDOUT;
      to.change(
          true,
          next ->
              next.with(out, Of.END, live)
                  .with(out, Of.SLOT_END, live)
                  .with(out, Of.MODE, from.mode(out).ordinal())
                  .place(from.inode(), from.place(), from.skip())
                  .open(from.open()));
      to.read(0, new Read(out, live, 1, System.currentTimeMillis()));
    }
    // Bytes of an earlier ring with two streams would be taken for this one's.
    Files.deleteIfExists(Ring.errors(path));
    replace(path, made);
  }

  /** Of a ring that holds nothing. */
  static void toOneStream(Path path, RingHeader from) throws IOException {
    ByteBuffer made = header(HeaderLayout.ONE_STREAM, StreamBuffer.QUIET);
    RingHeader to = new RingHeader(made, HeaderLayout.ONE_STREAM);
    to.format();
    copy(from, to);
    byte[] rest = from.rest(0, RingHeader.MOST_REST);
    to.rest(0, rest, 0, rest.length);
    to.change(true, next -> next.place(from.inode(), from.place(), from.skip()).open(from.open()));
    replace(path, made);
    Files.deleteIfExists(Ring.errors(path));
  }

  private static ByteBuffer header(HeaderLayout layout, int dataBytes) {
    return ByteBuffer.allocate(layout.bytes() + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void copy(RingHeader from, RingHeader to) {
    for (Count count : Count.values()) {
      to.count(count, from.count(count));
    }
    from.recallDrops();
    for (RingHeader.Drop drop : RingHeader.Drop.values()) {
      to.drop(drop, from.drop(drop));
    }
  }

  /** Where the bytes end, the read that was under way included. */
  private static int filled(ByteBuffer old, RingHeader header) {
    int offset = HeaderLayout.ONE_STREAM.bytes();
    int end = offset + (int) header.get(ServerStream.STDOUT, Of.END);
    int last =
        (int) Math.min(old.capacity(), offset + header.get(ServerStream.STDOUT, Of.SLOT_END));
    while (last > end && old.get(last - 1) == (byte) 0xFF) {
      last--;
    }
    return Math.max(end, last);
  }

  private static void replace(Path path, ByteBuffer made) throws IOException {
    Path half = path.resolveSibling(path.getFileName() + "-new");
    Files.deleteIfExists(half);
    try (SeekableByteChannel out =
        Files.newByteChannel(
            half, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), Owner.FILE)) {
      while (made.hasRemaining()) {
        out.write(made);
      }
    }
    Files.move(half, path, StandardCopyOption.ATOMIC_MOVE);
  }
}
