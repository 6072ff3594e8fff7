package innkeeper.supervisor.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads /proc. Stateless; safe for many threads. */
public final class Proc {

  /** The USER_HZ of proc(5): 100 on every Linux, independent of the kernel's own tick. */
  public static final long TICKS_PER_SECOND = 100;

  /** The size of a memory page on each machine for which releases are made. */
  public static final long PAGE_BYTES = 4096;

  /** Fields startcode, env_start and env_end of /proc/PID/stat, counted from its state: proc(5). */
  private static final int START_CODE = 23;

  private static final int ENV_START = 47;
  private static final int ENV_END = ENV_START + 1;

  static {
    // The class ReservedDescriptors is needed when no descriptor is left, and then no class can be
    // loaded.
    ReservedDescriptors.load();
  }

  private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[1024]);

  /**
   * The uptime file, held open so that the time can be read without a free descriptor (ulimit -n).
   */
  private static final class Uptime {
    private static final RandomAccessFile FILE = open();

    private static RandomAccessFile open() {
      try {
        return new RandomAccessFile("/proc/uptime", "r");
      } catch (IOException e) {
        throw new IllegalStateException("/proc/uptime cannot be opened: " + e.getMessage(), e);
      }
    }

    /**
     * Reads the file without a channel, because an interrupted thread would close a channel for all
     * threads.
     */
    static int read(byte[] into) throws IOException {
      synchronized (FILE) {
        FILE.seek(0);
        return FILE.read(into);
      }
    }
  }

  private Proc() {}

  /**
   * Returns the process that has that pid now; empty without one. A process whose main thread has
   * ended lives as long as another of its threads does. Its state and memory are then those of that
   * thread.
   *
   * @throws IllegalStateException if /proc cannot be read, because no descriptor is left (ulimit
   *     -n)
   */
  public static Optional<Stat> stat(long pid) {
    return stat(Long.toString(pid));
  }

  public static Optional<Stat> stat(String pid) {
    Optional<Stat> stat = file("/proc/" + pid + "/stat");
    if (stat.isEmpty() || stat.get().state() != 'Z') {
      return stat;
    }
    return otherThread(pid).map(stat.get()::withThread).or(() -> stat);
  }

  /** Returns a living thread of a process whose main thread has ended. */
  private static Optional<Stat> otherThread(String pid) {
    String task = "/proc/" + pid + "/task/";
    String[] threads = new File(task).list();
    if (threads == null) {
      // The process is gone, or no descriptor is left; the latter is an error.
      return file(task + pid + "/stat").flatMap(s -> otherThread(pid));
    }
    for (String thread : threads) {
      Optional<Stat> found = file(task + thread + "/stat").filter(s -> !s.dead());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the folder in which /proc shows memory, descriptors and environment of that process.
   */
  public static String directory(long pid) {
    String process = "/proc/" + pid;
    return file(process + "/stat").filter(s -> s.state() == 'Z').isPresent()
        ? otherThread(Long.toString(pid))
            .map(thread -> process + "/task/" + thread.identity().pid())
            .orElse(process)
        : process;
  }

  private static Optional<Stat> file(String path) {
    byte[] buffer = BUFFER.get();
    try (FileInputStream in = new FileInputStream(path)) {
      int length = in.read(buffer);
      return length <= 0 ? Optional.empty() : Stat.parse(buffer, length);
    } catch (IOException e) {
      if (new File(path).canRead()) {
        if (ReservedDescriptors.release()) {
          return file(path);
        }
        // No descriptor was left to read the process. If it counted as gone, a second server would
        // be started beside it.
        throw new IllegalStateException(path + " cannot be read: " + e.getMessage(), e);
      }
      // The process ended between two reads: that is a normal answer, not an error.
      return Optional.empty();
    }
  }

  /**
   * Returns the result of one read(2). The numbers below /proc/sys must be read in this way:
   * Files.readString reads one byte first, and then the kernel reports the end of the file.
   */
  public static String first(Path file) throws IOException {
    byte[] buffer = BUFFER.get();
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(buffer, 0, Math.max(0, in.read(buffer)), StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns whether a process has that pid, dead or alive; needs no descriptor. */
  public static boolean there(long pid) {
    return new File("/proc/" + pid).exists();
  }

  /** Returns whether exactly that process lives; a zombie does not. */
  public static boolean alive(Identity identity) {
    return living(identity).isPresent();
  }

  /** Returns exactly that process, if it lives; a zombie does not. */
  public static Optional<Stat> living(Identity identity) {
    return stat(identity.pid()).filter(s -> s.identity().equals(identity) && !s.dead());
  }

  /** Returns the clock ticks since boot, rounded up. */
  public static long nowTicks() {
    return (long) Math.ceil(uptimeSeconds() * TICKS_PER_SECOND);
  }

  /** Returns the milliseconds since boot, in steps of 10; suspended time counts. */
  public static long uptimeMillis() {
    return Math.round(uptimeSeconds() * 1000);
  }

  private static double uptimeSeconds() {
    try {
      byte[] buffer = BUFFER.get();
      int length = Uptime.read(buffer);
      String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
      return Double.parseDouble(text.substring(0, text.indexOf(' ')));
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException("/proc/uptime cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Returns an id that changes with each boot, so that pids of another boot are never taken for
   * ours.
   */
  public static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  /**
   * Returns the file mode mask with which the host was called, octal. Servers get this mask; our
   * own is stricter.
   */
  public static String umask() throws IOException {
    String called = System.getProperty("innkeeper.umask", "");
    return called.matches("[0-7]{1,4}") ? called : umask("self").orElse("0022");
  }

  /**
   * Returns a process's file mode mask, octal; empty if the kernel does not show it, for example an
   * old one.
   */
  public static Optional<String> umask(String pid) throws IOException {
    return field(Path.of("/proc/" + pid + "/status"), "Umask:");
  }

  /** Returns the rest of the first line that begins with that text; empty without such a line. */
  public static Optional<String> field(Path file, String begin) throws IOException {
    // A line may hold a program's name, whose bytes may be in any encoding.
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .map(line -> line.substring(begin.length()).strip());
  }

  /**
   * Returns a process's memory in bytes, in which shared pages count in parts; empty if the kernel
   * does not show it.
   */
  public static OptionalLong proportionalBytes(long pid) {
    try {
      Optional<String> kibibytes = field(Path.of(directory(pid), "smaps_rollup"), "Pss:");
      return kibibytes.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(kibibytes.get().replaceAll("\\D", "")) * 1024);
    } catch (IOException e) {
      // The process is gone, or another user's, or the kernel is older than 4.14.
      return OptionalLong.empty();
    }
  }

  /**
   * Returns the value that a variable had at the start of the process; "" if it is missing or
   * cannot be read.
   */
  public static String variable(long pid, String name) {
    return readVariable(pid, name).orElse("");
  }

  /**
   * Returns the value that a variable had at the start of the process; "" if it is missing, and
   * empty if it cannot be read now. The reason is that the process waits in the kernel for a disk
   * or for a child during exec, or that it is in an exec itself.
   */
  static Optional<String> readVariable(long pid, String name) {
    // The read would block while that process waits for a disk.
    char state = file("/proc/" + pid + "/stat").map(Stat::state).orElse('X');
    if (state == 'D') {
      return Optional.empty();
    }
    String directory = state == 'Z' ? directory(pid) : "/proc/" + pid;
    try (FileInputStream in = new FileInputStream(directory + "/environ")) {
      byte[] bytes = in.readAllBytes();
      String all = "\0" + new String(bytes, StandardCharsets.ISO_8859_1);
      String key = "\0" + name + "=";
      int at = all.indexOf(key);
      int end = at < 0 ? -1 : all.indexOf('\0', at + key.length());
      if (end >= 0) {
        return Optional.of(all.substring(at + key.length(), end));
      }
      return state == 'Z' || state == 'X' || isWhole(directory, bytes.length)
          ? Optional.of("")
          : Optional.empty();
    } catch (IOException e) {
      // The process is another user's, or gone: it cannot be shown to be ours.
      return Optional.of("");
    }
  }

  /**
   * Returns whether a process's environment has that length. During an exec the kernel shows no
   * environment or a part of it; Linux 6.18 sets startcode last of these fields.
   */
  private static boolean isWhole(String directory, int bytes) throws IOException {
    String stat = first(Path.of(directory, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(") ") + 2).split(" ");
    return fields.length > ENV_END
        && Long.parseLong(fields[START_CODE]) != 0
        && Long.parseLong(fields[ENV_END]) - Long.parseLong(fields[ENV_START]) == bytes;
  }
}
