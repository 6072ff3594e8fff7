package innkeeper.boot;

import innkeeper.boot.libc.DirectoryLock;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the one running host of a DATA_DIR. It consists of two locks: one on the directory
 * itself, which cannot be separated from its data, and one on run/host.lock, which earlier releases
 * and a restore use. The kernel releases both, however the process ends. Felix's own cache lock
 * does not stop a second process.
 */
final class HostLock {

  static final String NAME = "host.lock";

  private final Path data;
  private final Path file;
  private FileChannel channel;
  private FileLock lock;

  /**
   * @param data the real path of DATA_DIR
   */
  HostLock(Path data) {
    this.data = data;
    file = data.resolve("run").resolve(NAME);
  }

  /**
   * Takes both locks and holds them until the process ends. Returns false if another process holds
   * one.
   */
  boolean take() throws IOException {
    return DirectoryLock.take(data, file.getParent()) && takeFile();
  }

  /**
   * Takes the lock on run/host.lock again if that file was removed or replaced.
   *
   * @return false if another process holds it
   */
  boolean renew() throws IOException {
    if (holdsFile()) {
      return true;
    }
    Durable.subdirectory(file.getParent());
    return takeFile();
  }

  private boolean takeFile() throws IOException {
    if (holdsFile()) {
      return true;
    }
    channel =
        Durable.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
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
   * Returns whether this process holds the lock on the file, possibly since before it became this
   * host ({@link Successor}). In that case the file must not be opened: closing any descriptor of
   * it releases the lock.
   */
  private boolean holdsFile() throws IOException {
    Path locks = Path.of("/proc/locks");
    if (!Files.exists(file) || !Files.isReadable(locks)) {
      return false;
    }
    Object inode = Files.getAttribute(file, "unix:ino");
    String ours = ".* WRITE " + ProcessHandle.current().pid() + " \\S+:" + inode + " .*";
    return Files.readAllLines(locks).stream().anyMatch(line -> line.matches(ours));
  }

  /**
   * Returns {@code " (pid N)"} of the process that holds the lock; "" if the file cannot be read.
   */
  String holder() {
    return pid().isEmpty() ? "" : " (pid " + pid() + ")";
  }

  /** Returns the pid of the process that holds the lock; "" if the file cannot be read. */
  String pid() {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
