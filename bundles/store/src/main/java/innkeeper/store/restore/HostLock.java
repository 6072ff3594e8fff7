package innkeeper.store.restore;

import innkeeper.store.file.Durable;
import innkeeper.store.guard.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The lock of the one running host, run/host.lock; held so that none starts meanwhile. */
final class HostLock implements AutoCloseable {

  private final FileChannel channel;

  private HostLock(FileChannel channel) {
    this.channel = channel;
  }

  static HostLock take(Layout layout) throws IOException, RestoreException {
    Durable.directory(layout.run());
    Path file = layout.run().resolve("host.lock");
    if (!Files.exists(file)) {
      Durable.create(file);
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new HostLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // Held within this process: as good as held by another.
      channel.close();
      throw running(layout, file);
    }
    channel.close();
    throw running(layout, file);
  }

  private static RestoreException running(Layout layout, Path file) throws IOException {
    String pid = Files.readString(file).strip();
    return new RestoreException(
        "a host runs on "
            + layout.dataDir()
            + (pid.isEmpty() ? "" : " (pid " + pid + ")")
            + "; stop it first, then restore");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
