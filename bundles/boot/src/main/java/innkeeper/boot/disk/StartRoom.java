package innkeeper.boot.disk;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks whether DATA_DIR's disk has enough space for a start. Without this check a host would
 * start in parts and wait for the rest.
 */
public final class StartRoom {

  /**
   * The fixed needs: SQLite's library 1.1 MiB, JNA's 0.2 MiB while it is loaded, and a little for
   * state files.
   */
  static final long OTHERS = 1400 << 10;

  /** The number of files for a start; a first start creates 140 files and directories. */
  static final long FILES = 160;

  /**
   * Folders and files of our own that may be removed for a start: they are created again at each
   * start, or hold reserved space.
   */
  private static final List<String> OURS = List.of("run/cache", "run/native", "run/reserve");

  /** The folders whose jars are copied into the bundle cache, in the release and in DATA_DIR. */
  private static final List<String> BUNDLES = List.of("surfaces", "plugins");

  private StartRoom() {}

  /** Returns how many bytes a start of the release in {@code home} writes before it is ready. */
  public static long bytes(Path home, Path data) throws IOException {
    long bytes = OTHERS;
    for (Path root : List.of(home, data)) {
      for (String folder : BUNDLES) {
        bytes += size(root.resolve(folder), true);
      }
    }
    return bytes;
  }

  /** Removes files of an earlier host, including the reserve, if this start needs their space. */
  public static void make(Path data, long bytes) throws IOException {
    if (data.toFile().getUsableSpace() < bytes) {
      for (String name : OURS) {
        Durable.removeTree(data.resolve(name));
      }
    }
  }

  /**
   * Returns why the space is not sufficient; empty if it is.
   *
   * @param bytes what the start needs
   * @param inodes "TOTAL FREE" of that disk, from stat -f; "" if it is not known
   */
  public static Optional<String> missing(Path data, long bytes, String inodes) throws IOException {
    return missing(data, bytes, data.toFile().getUsableSpace(), inodes);
  }

  public static Optional<String> missing(Path data, long bytes, long usable, String inodes)
      throws IOException {
    if (usable < bytes && usable + held(data, true) < bytes) {
      return Optional.of(
          ("%s KiB are free on the disk of DATA_DIR=%s, a start needs %s; make room,"
                  + " then start again; what the disk holds: df -h %s")
              .formatted(usable / 1024, data, bytes / 1024, data));
    }
    String[] numbers = inodes.split(" ");
    // Some file systems have no limit of inodes and report 0.
    if (numbers.length == 2 && !numbers[0].equals("0")) {
      long free = Long.parseLong(numbers[1]);
      if (free < FILES && free + held(data, false) < FILES) {
        return Optional.of(
            ("%s more files can be made on the disk of DATA_DIR=%s (inodes), a start"
                    + " needs %s; remove files, then start again; what the disk holds: df -i %s")
                .formatted(free, data, FILES, data));
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

  /** Returns the size of a folder, in bytes or files. */
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
