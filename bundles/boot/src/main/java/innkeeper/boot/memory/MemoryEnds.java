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
 * The times at which hosts on this DATA_DIR ran out of memory, in run/memory: one line each,
 * milliseconds since the epoch. The host that ends has no memory to format the time. It appends a
 * mark, and the next host uses the file's time instead.
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

  /** Reads the file and removes old times from it. Must be called with the lock held. */
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
        // If the clock was set back, the time lies in the future; it must not be reported forever.
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

  /** Returns the times within the last hour, oldest first. */
  public List<Instant> past() {
    return past;
  }

  public boolean last() {
    return last;
  }

  /** Records that this host ran out of memory. Allocates nothing. */
  void note() {
    noted = true;
    try {
      file.write(MARK);
    } catch (IOException e) {
      // The disk is full, too. The next host starts without knowing why this one ended.
      noted = false;
    }
  }
}
