package innkeeper.boot.memory;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When hosts on this DATA_DIR ended for want of memory, in run/memory: one line each, milliseconds
 * since the epoch. The host that ends has none for the time's digits; it adds a mark, and the next
 * one takes the file's time for it.
 */
public final class MemoryEnds {

  private static final Duration TOLD = Duration.ofHours(1);
  private static final byte[] MARK = "?\n".getBytes(StandardCharsets.US_ASCII);

  private final FileOutputStream file;
  private final List<Instant> past;
  private final boolean last;
  private volatile boolean noted;

  private MemoryEnds(FileOutputStream file, List<Instant> past, boolean last) {
    this.file = file;
    this.past = past;
    this.last = last;
  }

  /** To be called with the lock held. */
  public static MemoryEnds open(Path path, Instant now) throws IOException {
    List<Instant> past = new ArrayList<>();
    boolean last = false;
    if (Files.exists(path)) {
      for (String line : Files.readAllLines(path, StandardCharsets.US_ASCII)) {
        boolean earlier = line.matches("[0-9]{1,18}");
        last |= !earlier;
        Instant at =
            earlier
                ? Instant.ofEpochMilli(Long.parseLong(line))
                : Files.getLastModifiedTime(path).toInstant();
        // A clock that was set back makes it one of the future: not to be told for ever.
        if (Duration.between(at, now).abs().compareTo(TOLD) < 0) {
          past.add(at);
        }
      }
    }
    Path half = path.resolveSibling(".memory");
    Files.write(half, past.stream().map(at -> String.valueOf(at.toEpochMilli())).toList());
    Files.move(half, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new MemoryEnds(new FileOutputStream(path.toFile(), true), List.copyOf(past), last);
  }

  /** Of the last hour, oldest first. */
  public List<Instant> past() {
    return past;
  }

  /** Whether the host before this one ended so. */
  public boolean last() {
    return last;
  }

  /** This host ends so. Needs no memory. */
  void note() {
    noted = true;
    try {
      file.write(MARK);
    } catch (IOException e) {
      // A full disk, too: the next host will not know why this one ended, and starts all the same.
      noted = false;
    }
  }
}
