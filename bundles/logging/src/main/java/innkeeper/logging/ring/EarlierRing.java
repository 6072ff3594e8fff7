package innkeeper.logging.ring;

import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The format of earlier releases, which had one FIFO a server: the header is one page, offsets
 * count from the data area's start, and a replay starts at {@code start}. What a killed host of
 * such a release left is taken for output of stdout.
 */
final class EarlierRing {

  private static final long MAGIC = 0x31_47_4e_49_52_4b_4e_49L; // "INKRING1"
  private static final int SIZE = 4096;
  private static final int RECORDS = 64;
  private static final int COUNTS = 256;
  private static final int DROPS = 512;
  private static final int REST = 1024;

  private final ByteBuffer old;
  private final int choice;

  private EarlierRing(ByteBuffer old) {
    this.old = old;
    this.choice = (int) (old.getLong(8) & 1);
  }

  /** Replaces such a file by one of this release; leaves all others alone. */
  static void convert(Path path) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        || !Owner.ours(path)
        || Files.size(path) < SIZE) {
      return;
    }
    ByteBuffer old = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    if (old.getLong(0) != MAGIC) {
      return;
    }
    ByteBuffer converted = new EarlierRing(old).converted();
    Path half = path.resolveSibling(path.getFileName() + "-new");
    Files.deleteIfExists(half);
    try (SeekableByteChannel out =
        Files.newByteChannel(
            half, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), Owner.FILE)) {
      while (converted.hasRemaining()) {
        out.write(converted);
      }
    }
    Files.move(half, path, StandardCopyOption.ATOMIC_MOVE);
  }

  private long field(int number) {
    return old.getLong(RECORDS + choice * 64 + number * 8);
  }

  private ByteBuffer converted() {
    int capacity = old.capacity() - SIZE;
    long start = field(0);
    long end = field(1);
    boolean sound = start >= 0 && start <= end && end <= capacity && field(2) >= 0;
    int from = sound ? (int) start : 0;
    int to = sound ? filled((int) end, (int) Math.min(field(2), capacity)) : 0;
    int live = to - from;
    ByteBuffer made =
        ByteBuffer.allocate(RingHeader.SIZE + Math.max(live, StreamBuffer.QUIET))
            .order(ByteOrder.LITTLE_ENDIAN);
    RingHeader header = new RingHeader(made);
    header.format();
    if (sound) {
      made.put(RingHeader.SIZE, old, SIZE + from, live);
      carryOver(made, header);
      ServerStream out = ServerStream.STDOUT;
      RingHeader.Mode mode = RingHeader.Mode.values()[(int) Math.min(2, Math.max(0, field(6)))];
      header.recallDrops();
      header.change(
          true,
          next ->
              next.with(out, RingHeader.Of.END, live)
                  .with(out, RingHeader.Of.SLOT_END, live)
                  .with(out, RingHeader.Of.MODE, mode.ordinal())
                  .place(field(3), field(4), field(5))
                  .open(mode == RingHeader.Mode.WITHIN_LINE ? out.ordinal() : -1));
      header.read(0, new Read(out, live, 1, System.currentTimeMillis()));
    }
    return made;
  }

  /** Counts, the account of drops and the rest of a torn line lie where they lay. */
  private void carryOver(ByteBuffer made, RingHeader header) {
    for (RingHeader.Count count : RingHeader.Count.values()) {
      header.count(count, old.getLong(COUNTS + count.ordinal() * 8));
    }
    made.put(DROPS, old, DROPS + choice * 64, 64);
    made.put(REST, old, REST, SIZE - REST);
  }

  private int filled(int end, int slotEnd) {
    int last = Math.max(end, slotEnd);
    while (last > end && old.get(SIZE + last - 1) == (byte) 0xFF) {
      last--;
    }
    return last;
  }
}
