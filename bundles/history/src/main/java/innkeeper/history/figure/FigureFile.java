package innkeeper.history.figure;

import innkeeper.common.file.Durable;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The figures of one project: three rings in one file of fixed size, written in place. A coarse
 * slot is computed from fine ones when its step is over, so a killed host loses at most the slot
 * that it was writing. It does not use a FileChannel, because an interrupted thread would close the
 * channel for all. Safe for many threads.
 */
final class FigureFile implements Closeable {

  private static final byte[] MAGIC = "innkeeper figures 1\n".getBytes(StandardCharsets.US_ASCII);

  private final RandomAccessFile file;

  /** The time of the last fine slot; 0 without one. Guarded by this, like the file. */
  private long last;

  private FigureFile(RandomAccessFile file) throws IOException {
    this.file = file;
    last = whole(Tier.FINE).stream().mapToLong(Slot::second).max().orElse(0);
  }

  /** Reports a file that this class did not write. */
  static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(Path path, String what) {
      super(path.getFileName() + " " + what);
    }
  }

  /**
   * Opens the file, or makes it.
   *
   * @throws DamagedException if the path holds something else
   */
  static FigureFile open(Path path) throws IOException {
    if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      create(path);
    }
    if (!Files.isRegularFile(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      throw new DamagedException(path, "is not a regular file");
    }
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      if (file.length() != Tier.fileBytes()) {
        throw new DamagedException(
            path, "has " + file.length() + " bytes, not " + Tier.fileBytes());
      }
      byte[] magic = new byte[MAGIC.length];
      file.readFully(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new DamagedException(path, "does not begin as a file of figures does");
      }
      return new FigureFile(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Makes the whole file or none of it: a host that is killed here leaves no short file. */
  private static void create(Path path) throws IOException {
    Path fresh = path.resolveSibling("." + path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Durable.create(fresh);
    try (RandomAccessFile file = new RandomAccessFile(fresh.toFile(), "rw")) {
      file.write(MAGIC);
      file.setLength(Tier.fileBytes());
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the time of the last fine slot; 0 without one. */
  synchronized long last() {
    return last;
  }

  /**
   * Writes a fine slot, and the coarse slots whose step is over.
   *
   * @param second a multiple of five
   * @param values in the order of {@link innkeeper.api.history.Metric}; NaN for unknown values
   */
  synchronized void append(long second, float[] values) throws IOException {
    if (last != 0) {
      rollUp(Tier.MINUTE, second);
      rollUp(Tier.QUARTER, second);
    }
    write(Tier.FINE, new Slot(second, values));
    last = second;
  }

  private void rollUp(Tier tier, long now) throws IOException {
    long step = tier.floor(last);
    if (tier.floor(now) != step) {
      Optional<Slot> summary = summary(tier, step);
      if (summary.isPresent()) {
        write(tier, summary.get());
      }
    }
  }

  private Optional<Slot> summary(Tier tier, long step) throws IOException {
    // The slots of a step are adjacent, because the ring's length is a multiple of their number.
    ByteBuffer fine =
        read(Tier.FINE.offset(step), tier.seconds() / Tier.FINE.seconds() * Tier.FINE.slotBytes());
    List<Slot> slots = new ArrayList<>();
    while (fine.hasRemaining()) {
      Slot slot = Slot.read(fine, Tier.FINE.valueCount());
      if (slot != null && tier.floor(slot.second()) == step) {
        slots.add(slot);
      }
    }
    return tier.summary(step, slots);
  }

  private void write(Tier tier, Slot slot) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(tier.slotBytes());
    slot.put(bytes);
    file.seek(tier.offset(slot.second()));
    file.write(bytes.array());
  }

  /**
   * Returns the undamaged slots of a tier, oldest first. A coarse tier includes the step that is
   * not over yet.
   *
   * @param from the first second
   * @param to the last second
   */
  synchronized List<Slot> read(Tier tier, long from, long to) throws IOException {
    TreeMap<Long, Slot> found = new TreeMap<>();
    for (Slot slot : whole(tier)) {
      found.put(slot.second(), slot);
    }
    if (tier != Tier.FINE && last != 0) {
      summary(tier, tier.floor(last)).ifPresent(slot -> found.put(slot.second(), slot));
    }
    return List.copyOf(found.subMap(Math.min(from, to), true, to, true).values());
  }

  private List<Slot> whole(Tier tier) throws IOException {
    ByteBuffer all = read(tier.offset(), tier.bytes());
    List<Slot> slots = new ArrayList<>();
    while (all.hasRemaining()) {
      Slot slot = Slot.read(all, tier.valueCount());
      if (slot != null) {
        slots.add(slot);
      }
    }
    slots.sort(Comparator.comparingLong(Slot::second));
    return slots;
  }

  private ByteBuffer read(long offset, int bytes) throws IOException {
    byte[] all = new byte[bytes];
    file.seek(offset);
    file.readFully(all);
    return ByteBuffer.wrap(all);
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
