package innkeeper.logging.capture.ring;

import innkeeper.common.file.Durable;
import innkeeper.logging.capture.ring.RingHeader.Count;
import innkeeper.logging.capture.ring.RingHeader.Mode;
import innkeeper.logging.capture.ring.RingHeader.Of;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Owner;
import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The ring of release 0.1.1 for a server with one FIFO. Such a server was started by 0.1.0, or
 * while 0.1.1 was on trial, and has not been restarted since. The ring is converted when it is
 * opened; 0.1.1 can read the result.
 */
final class OneStreamRing {

  /** The first bytes of the file: INKRING1. */
  private static final long MAGIC = 0x31_47_4e_49_52_4b_4e_49L;

  /** The offset of the data area, to which the offsets in the record are relative. */
  private static final int BYTES = 4096;

  private static final int CHOICE = 8;
  private static final int RECORDS = 64;
  private static final int RECORD_BYTES = 64;
  private static final int COUNTS = 256;

  private final ByteBuffer file;
  private final int choice;
  private final long start;
  private final long end;
  private final long mode;

  private OneStreamRing(ByteBuffer file) {
    this.file = file;
    this.choice = (int) (file.getLong(CHOICE) & 1);
    this.start = field(0);
    this.end = field(1);
    this.mode = field(6);
  }

  /** Replaces the file by a ring of both streams; leaves any other file unchanged. */
  static void convert(Path path) throws IOException {
    if (!isOneStream(path)) {
      return;
    }
    OneStreamRing old =
        new OneStreamRing(ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN));
    if (old.sound()) {
      Files.deleteIfExists(Ring.errors(path));
      Path half = path.resolveSibling(path.getFileName() + "-new");
      Durable.write(path, half, old.converted().array());
    }
  }

  private static boolean isOneStream(Path path) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        || !Owner.ours(path)
        || Files.size(path) < BYTES) {
      return false;
    }
    byte[] magic = FileAccess.read(path, 0, Long.BYTES);
    return ByteBuffer.wrap(magic).order(ByteOrder.LITTLE_ENDIAN).getLong() == MAGIC;
  }

  /** Returns a field of the record in force, in the order of the file. */
  private long field(int number) {
    return file.getLong(RECORDS + choice * RECORD_BYTES + number * Long.BYTES);
  }

  private boolean sound() {
    return start >= 0
        && start <= end
        && end <= file.capacity() - BYTES
        && mode >= 0
        && mode < Mode.values().length;
  }

  /** Returns the end of the bytes, including those of the read that was in progress. */
  private long filled() {
    long last = Math.min(file.capacity() - BYTES, Math.max(end, field(2)));
    while (last > end && file.get((int) (BYTES + last - 1)) == (byte) 0xFF) {
      last--;
    }
    return last;
  }

  private ByteBuffer converted() {
    int live = (int) (filled() - start);
    ByteBuffer made =
        ByteBuffer.allocate(HeaderLayout.BYTES + Math.max(live, StreamBuffer.QUIET))
            .order(ByteOrder.LITTLE_ENDIAN);
    RingHeader header = new RingHeader(made);
    header.format();
    made.put(HeaderLayout.BYTES, file, (int) (BYTES + start), live);
    made.put(HeaderLayout.COUNTS, file, COUNTS, Count.values().length * Long.BYTES);
    int drops = RingHeader.DROPS + choice * RingHeader.DROP_RECORD;
    made.put(RingHeader.DROPS, file, drops, RingHeader.DROP_RECORD);
    made.put(RingHeader.REST, file, RingHeader.REST, RingHeader.MOST_REST);
    ServerStream out = ServerStream.STDOUT;
    boolean open = mode == Mode.WITHIN_LINE.ordinal();
    header.change(
        false,
        next ->
            next.with(out, Of.END, live)
                .with(out, Of.SLOT_END, live)
                .with(out, Of.MODE, mode)
                .place(field(3), field(4), field(5))
                .open(open ? out.ordinal() : -1));
    header.read(0, new Read(out, live, 1, System.currentTimeMillis()));
    return made;
  }
}
