package innkeeper.store.restore;

import innkeeper.store.file.Durable;
import innkeeper.store.guard.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The lock of the one running host, run/host.lock; held so that none starts meanwhile. */
final class HostLock implements AutoCloseable {

  private final FileChannel channel;

  private HostLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws RestoreException if a host runs
   */
  static HostLock take(Layout layout) throws IOException, RestoreException {
    Optional<HostLock> lock = tryTake(layout);
    if (lock.isEmpty()) {
      throw running(layout, file(layout));
    }
    return lock.get();
  }

  /** Empty while a host runs. */
  static Optional<HostLock> tryTake(Layout layout) throws IOException {
    Durable.directory(layout.run());
    Path file = file(layout);
    if (!Files.exists(file)) {
      Durable.create(file);
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(new HostLock(channel));
      }
    } catch (OverlappingFileLockException e) {
      // Held within this process: as good as held by another.
      channel.close();
      return Optional.empty();
    }
    channel.close();
    return Optional.empty();
  }

  private static Path file(Layout layout) {
    return layout.run().resolve("host.lock");
  }

  private static RestoreException running(Layout layout, Path file) throws IOException {
    String pid = Files.readString(file).strip();
    return new RestoreException(
        "a host runs on "
            + layout.dataDir()
            + (pid.isEmpty() ? "" : " (pid " + pid + ")")
            + "; stop it first, then restore; --dry-run answers while it runs");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
