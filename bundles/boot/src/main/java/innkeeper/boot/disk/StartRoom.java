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

  /**
   * SQLite's library 1.1 MiB, JNA's 0.2 MiB while it is loaded, and a little for files of state.
   */
  static final long OTHERS = 1400 << 10;

  /** A first start makes 140 files and directories. */
  static final long FILES = 160;

  /** What is made anew at each start, and what is held back: room of our own. */
  private static final List<String> OURS = List.of("run/cache", "run/native", "run/reserve");

  /** Whose jars are copied into the bundle cache, in the release and in DATA_DIR. */
  private static final List<String> BUNDLES = List.of("surfaces", "plugins");

  private StartRoom() {}

  /** How much a start of the release in {@code home} writes before it is ready. */
  public static long bytes(Path home, Path data) throws IOException {
    long bytes = OTHERS;
    for (Path root : List.of(home, data)) {
      for (String folder : BUNDLES) {
        bytes += size(root.resolve(folder), true);
      }
    }
    return bytes;
  }

  /**
   * Takes away what an earlier host held, where that is needed for this start, the reserve
   * included.
   */
  public static void make(Path data, long bytes) throws IOException {
    if (data.toFile().getUsableSpace() < bytes) {
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
   * @param bytes what the start needs
   * @param inodes "TOTAL FREE" of that disk, as stat -f says; "" where it is not known
   */
  public static Optional<String> missing(Path data, long bytes, String inodes) throws IOException {
    return missing(data, bytes, data.toFile().getUsableSpace(), inodes);
  }

  public static Optional<String> missing(Path data, long bytes, long usable, String inodes)
      throws IOException {
    if (usable < bytes && usable + held(data, true) < bytes) {
      return Optional.of(
          usable / 1024
              + " KiB are free on the disk of DATA_DIR="
              + data
              + ", a start needs "
              + bytes / 1024
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
      held += size(data.resolve(name), bytes);
    }
    return held;
  }

  /** What lies there, in bytes or files. */
  private static long size(Path ours, boolean bytes) throws IOException {
    if (!Files.exists(ours)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(ours)) {
      return bytes ? all.mapToLong(StartRoom::size).sum() : all.count();
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
