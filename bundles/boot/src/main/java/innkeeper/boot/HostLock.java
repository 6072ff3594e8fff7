package innkeeper.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The one running host of a DATA_DIR. The kernel gives the lock back however the process ends.
 * Felix's own cache lock does not stop a second process.
 */
final class HostLock {

  static final String NAME = "host.lock";

  private final Path file;
  private FileChannel channel;
  private FileLock lock;

  HostLock(Path file) {
    this.file = file;
  }

  /** Whether it is ours now; kept until the process ends. */
  boolean take() throws IOException {
    if (inherited()) {
      return true;
    }
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel =
        posix
            ? FileChannel.open(
                file,
                options,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
            : FileChannel.open(file, options);
    lock = channel.tryLock();
    if (lock == null) {
      return false;
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
    return true;
  }

  /**
   * Whether this process holds it from before it became this host ({@link Successor}). Then the
   * file must not be opened: to close any descriptor of it lets the lock go.
   */
  private boolean inherited() throws IOException {
    Path locks = Path.of("/proc/locks");
    if (!Files.exists(file) || !Files.isReadable(locks)) {
      return false;
    }
    Object inode = Files.getAttribute(file, "unix:ino");
    String ours = ".* WRITE " + ProcessHandle.current().pid() + " \\S+:" + inode + " .*";
    return Files.readAllLines(locks).stream().anyMatch(line -> line.matches(ours));
  }

  /** {@code " (pid N)"} of whoever holds it, or "" when that cannot be read. */
  String holder() {
    try {
      String pid = Files.readString(file).strip();
      return pid.isEmpty() ? "" : " (pid " + pid + ")";
    } catch (IOException e) {
      return "";
    }
  }
}
