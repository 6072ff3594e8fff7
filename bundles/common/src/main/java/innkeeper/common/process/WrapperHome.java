package innkeeper.common.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The host to which a wrapper belongs, according to the run directory in the wrapper's arguments
 * (proc(5), cmdline). A copy of DATA_DIR contains records of the original's wrappers; these
 * wrappers belong to the original.
 */
public enum WrapperHome {
  /** The wrapper has the run directory of the requesting host. */
  OURS,
  /** The wrapper has another run directory, which exists. */
  FOREIGN,
  /** The wrapper's run directory does not exist, or cannot be read. */
  UNKNOWN;

  private static final int SCRIPT_WORD = 1;
  private static final int DIRECTORY_WORD = 2;
  private static final int NAME_WORD = 3;
  private static final String SCRIPT = "/wrapper.sh";

  /** The descriptor of the FIFO of standard output. */
  private static final String OUTPUT = "3";

  /**
   * The arguments of a wrapper.
   *
   * @param directory the run directory, as it was written
   * @param name the name of its log
   */
  public record Arguments(String directory, String name) {}

  /**
   * Checks a living wrapper. Directories are compared by device and inode, as the wrapper sees
   * them. A wrapper whose directory was renamed is recognised by the FIFO that it holds open. Safe
   * for many threads.
   *
   * @param run DATA_DIR/run of the requesting host
   * @param name of the wrapper's log, as in its record
   * @param wrapperPid pid of a process that the caller has identified by its start time
   * @return never null; {@link #OURS} for a process whose arguments contain no run directory, as
   *     between its fork and its first exec
   */
  public static WrapperHome of(Path run, String name, long wrapperPid) {
    Path proc = Path.of("/proc", Long.toString(wrapperPid));
    List<String> words = words(proc);
    if (words.isEmpty()) {
      return UNKNOWN;
    }
    return parsed(words).map(own -> compare(run, name, proc, own.directory())).orElse(OURS);
  }

  /**
   * Returns the arguments of a process.
   *
   * @param pid any number
   * @return empty if the process is not a wrapper
   */
  public static Optional<Arguments> arguments(long pid) {
    return parsed(words(Path.of("/proc", Long.toString(pid))));
  }

  /**
   * Returns the run directory of a wrapper.
   *
   * @param wrapperPid any number
   * @return the text in the wrapper's arguments; "" if the process is not a wrapper
   */
  public static String directory(long wrapperPid) {
    return arguments(wrapperPid).map(Arguments::directory).orElse("");
  }

  private static Optional<Arguments> parsed(List<String> words) {
    return words.size() > NAME_WORD && words.get(SCRIPT_WORD).endsWith(SCRIPT)
        ? Optional.of(new Arguments(words.get(DIRECTORY_WORD), words.get(NAME_WORD)))
        : Optional.empty();
  }

  private static WrapperHome compare(Path run, String name, Path proc, String directory) {
    try {
      Object other = seen(proc, directory);
      if (!other.equals(file(run))) {
        return FOREIGN;
      }
      return isHidden(proc, run) ? UNKNOWN : OURS;
    } catch (IOException | InvalidPathException gone) {
      return isSameFile(proc.resolve("fd").resolve(OUTPUT), run.resolve(name + ".out"))
          ? OURS
          : UNKNOWN;
    }
  }

  /**
   * Returns whether another file system was mounted over the wrapper's directory. Its FIFO is then
   * on another device than a file that is visible now.
   */
  private static boolean isHidden(Path proc, Path run) {
    try {
      Object held = Files.getAttribute(proc.resolve("fd").resolve(OUTPUT), "unix:dev");
      return !held.equals(Files.getAttribute(run.resolve("host.lock"), "unix:dev"));
    } catch (IOException e) {
      return false; // One of the files is missing, so there is no sign of another mount.
    }
  }

  /**
   * Returns the identity of a directory as the process sees it. A wrapper in another mount
   * namespace may see another directory under that path.
   */
  private static Object seen(Path proc, String directory) throws IOException {
    try {
      return file(Path.of(proc + "/root" + directory));
    } catch (AccessDeniedException e) {
      return file(Path.of(directory));
    }
  }

  private static boolean isSameFile(Path one, Path other) {
    try {
      return file(one).equals(file(other));
    } catch (IOException e) {
      // One of the files does not exist any more, so they are not the same.
      return false;
    }
  }

  private static Map<String, Object> file(Path path) throws IOException {
    return Files.readAttributes(path, "unix:dev,ino");
  }

  private static List<String> words(Path proc) {
    try {
      byte[] line = Files.readAllBytes(proc.resolve("cmdline"));
      return List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException e) {
      // The process has ended, or belongs to another user.
      return List.of();
    }
  }
}
