package innkeeper.boot.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether DATA_DIR's disk has room for a start. Without this question a host would come up in parts
 * and wait for the rest.
 */
public final class StartRoom {

  /** Bundle cache 1.8 MiB, SQLite's library 1.1 MiB, and a little for bot.db and bot.log. */
  public static final long BYTES = 3 << 20;

  /** A first start makes 140 files and directories. */
  static final long FILES = 160;

  /** What is made anew at each start, and what is held back: room of our own. */
  private static final List<String> OURS = List.of("run/cache", "run/native", "run/reserve");

  private StartRoom() {}

  /**
   * Takes away what an earlier host held, where that is needed for this start, the reserve
   * included.
   */
  public static void make(Path data) throws IOException {
    if (Files.getFileStore(data).getUsableSpace() < BYTES) {
      for (String name : OURS) {
        remove(data.resolve(name));
      }
    }
  }

  private static void remove(Path tree) throws IOException {
    if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(tree)) {
        for (Path file : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Why there is not enough; empty when there is.
   *
   * @param inodes "TOTAL FREE" of that disk, as stat -f says; "" where it is not known
   */
  public static Optional<String> missing(Path data, String inodes) throws IOException {
    return missing(data, Files.getFileStore(data).getUsableSpace(), inodes);
  }

  public static Optional<String> missing(Path data, long usable, String inodes) throws IOException {
    if (usable < BYTES && usable + held(data, true) < BYTES) {
      return Optional.of(
          usable / 1024
              + " KiB are free on the disk of DATA_DIR="
              + data
              + ", a start needs "
              + BYTES / 1024
              + "; make room, then start again; what the disk holds: df -h "
              + data);
    }
    String[] numbers = inodes.split(" ");
    // Some file systems have as many as they like, and say 0.
    if (numbers.length == 2 && !numbers[0].equals("0")) {
      long free = Long.parseLong(numbers[1]);
      if (free < FILES && free + held(data, false) < FILES) {
        return Optional.of(
            free
                + " more files can be made on the disk of DATA_DIR="
                + data
                + " (inodes), a start needs "
                + FILES
                + "; remove files, then start again; what the disk holds: df -i "
                + data);
      }
    }
    return Optional.empty();
  }

  private static long held(Path data, boolean bytes) throws IOException {
    long held = 0;
    for (String name : OURS) {
      Path ours = data.resolve(name);
      if (Files.exists(ours)) {
        try (Stream<Path> all = Files.walk(ours)) {
          held += bytes ? all.mapToLong(StartRoom::size).sum() : all.count();
        }
      }
    }
    return held;
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
