package innkeeper.store.restore;

import innkeeper.common.file.Durable;
import innkeeper.store.guard.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The lock of the one running host, run/host.lock. A restore holds it so that no host starts in the
 * meantime.
 */
public final class RestoreLock implements AutoCloseable {

  /**
   * The longest wait for a host to stop. A clean stop waits for the servers, for as long as the
   * service manager allows.
   */
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final FileChannel channel;

  private RestoreLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock without waiting; returns empty while a host runs. */
  public static Optional<RestoreLock> tryTake(Layout layout) throws IOException {
    FileChannel channel = open(layout);
    if (taken(channel)) {
      return Optional.of(new RestoreLock(channel));
    }
    channel.close();
    return Optional.empty();
  }

  /**
   * @param stop whether to stop a running host, as with SIGTERM, and to wait for its end
   * @throws RestoreException if a host still runs
   */
  public static RestoreLock take(Layout layout, boolean stop) throws IOException, RestoreException {
    FileChannel channel = open(layout);
    Path file = file(layout);
    try {
      boolean taken = taken(channel) || stop && stopped(file) && awaited(channel);
      if (taken) {
        return new RestoreLock(channel);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String pid = Files.readString(file).strip();
    channel.close();
    throw new RestoreException(
        "a host runs on "
            + layout.dataDir()
            + (pid.isEmpty() ? "" : " (pid " + pid + ")")
            + (stop
                ? " and did not end"
                : "; stop it first, or say --stop; --dry-run answers while it runs")
            + "; nothing was changed");
  }

  private static FileChannel open(Layout layout) throws IOException {
    Durable.directory(layout.run());
    Path file = file(layout);
    if (!Files.exists(file)) {
      Durable.create(file);
    }
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static Path file(Layout layout) {
    return layout.run().resolve("host.lock");
  }

  private static boolean taken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // This process already holds the lock.
    }
  }

  /** Sends SIGTERM to the host. The host that holds the lock has written its pid into the file. */
  private static boolean stopped(Path file) throws IOException {
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
          .map(ProcessHandle::destroy)
          .orElse(false);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean awaited(FileChannel channel) throws IOException, InterruptedException {
    long end = System.nanoTime() + STOP_NANOS;
    while (!taken(channel)) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(10);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
