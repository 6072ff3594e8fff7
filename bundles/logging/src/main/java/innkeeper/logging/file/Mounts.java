package innkeeper.logging.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file systems of the machine that this process can see. */
public final class Mounts {

  private Mounts() {}

  /**
   * Returns an id of the mount namespace and its root; processes with the same id see the same
   * paths.
   */
  public static String view() throws IOException {
    Path root = Path.of("/");
    return Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"))
        + " "
        + Files.getAttribute(root, "unix:dev")
        + " "
        + Files.getAttribute(root, "unix:ino");
  }

  /** Returns the file system of a path, {@code major:minor} as in mountinfo. */
  public static String device(Path path) throws IOException {
    long dev = (Long) Files.getAttribute(path, "unix:dev");
    // The formulas are those of glibc's gnu_dev_major and gnu_dev_minor.
    long major = dev >>> 8 & 0xfff | dev >>> 32 & ~0xfffL;
    long minor = dev & 0xff | dev >>> 12 & ~0xffL;
    return major + ":" + minor;
  }

  /** Returns whether the device is mounted now, so that its content is visible. */
  public static boolean mounted(String device) throws IOException {
    return mounted(device, Path.of("/proc/self/mountinfo"));
  }

  /**
   * Returns whether the device is mounted. Names of mounts may have any encoding, but the device
   * precedes them.
   */
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
