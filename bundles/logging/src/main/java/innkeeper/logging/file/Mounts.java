package innkeeper.logging.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process can see of the machine's file systems. */
public final class Mounts {

  private Mounts() {}

  /**
   * Processes that see the same paths have the same one: a name space of mounts, and a root in it.
   */
  public static String view() throws IOException {
    Path root = Path.of("/");
    return Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"))
        + " "
        + Files.getAttribute(root, "unix:dev")
        + " "
        + Files.getAttribute(root, "unix:ino");
  }

  /** The file system a path lies on, {@code major:minor} as in mountinfo. */
  public static String device(Path path) throws IOException {
    long dev = (Long) Files.getAttribute(path, "unix:dev");
    // glibc's gnu_dev_major and gnu_dev_minor.
    long major = dev >>> 8 & 0xfff | dev >>> 32 & ~0xfffL;
    long minor = dev & 0xff | dev >>> 12 & ~0xffL;
    return major + ":" + minor;
  }

  /** Whether it is mounted now: what it holds would be seen. */
  public static boolean mounted(String device) throws IOException {
    return mounted(device, Path.of("/proc/self/mountinfo"));
  }

  /** Names of mounts may be bytes of any encoding; the device is before them. */
  static boolean mounted(String device, Path mountinfo) throws IOException {
    for (String line : Files.readAllLines(mountinfo, StandardCharsets.ISO_8859_1)) {
      String[] words = line.split(" ");
      if (words.length > 2 && words[2].equals(device)) {
        return true;
      }
    }
    return false;
  }
}
