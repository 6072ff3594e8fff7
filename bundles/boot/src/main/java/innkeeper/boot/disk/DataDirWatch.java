package innkeeper.boot.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.Watchable;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Detects that DATA_DIR has disappeared from its path: the directory or one above it was renamed,
 * removed or replaced. inotify reports that at once. A check every two seconds finds what inotify
 * does not report, for example a lazy unmount, or a mount over it.
 */
public final class DataDirWatch {

  private static final long LOOK_SECONDS = 2;

  /** The interval of the checks if the system has no inotify instance left. */
  private static final long UNWATCHED_MILLIS = 1000;

  /** The time after which a folder that is being removed as a whole is gone. */
  private static final long REMOVAL_MILLIS = 200;

  private static final long STOP_MILLIS = 1000;

  private static final long STACK_BYTES = 128 * 1024;

  private final Path dataDir;
  private final Object identity;
  private final Runnable lost;
  private final Runnable changed;
  private final Map<Path, WatchKey> watched = new HashMap<>();
  private Thread thread;

  /**
   * @param dataDir its real path
   * @param lost called once, when DATA_DIR is gone or another directory is at its path
   * @param changed called after a file in DATA_DIR/run may have been removed
   */
  public DataDirWatch(Path dataDir, Runnable lost, Runnable changed) throws IOException {
    this.dataDir = dataDir;
    this.lost = lost;
    this.changed = changed;
    identity = identity(dataDir);
  }

  /** Begins to watch, on a thread of its own. */
  public void start() {
    thread = new Thread(null, this::watch, "data directory watch", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Ends the watch. A thread that waits in a system call would delay the end of the JVM by 0.3 s.
   */
  public void stop() {
    thread.interrupt();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() {
    try {
      try (WatchService service = dataDir.getFileSystem().newWatchService()) {
        while (!isLost()) {
          register(service);
          WatchKey key = service.poll(LOOK_SECONDS, TimeUnit.SECONDS);
          if (key != null) {
            key.pollEvents();
            key.reset();
            lookIntoRun(key.watchable());
          }
        }
      } catch (IOException e) {
        while (!isLost()) {
          Thread.sleep(UNWATCHED_MILLIS);
          changed.run();
        }
      }
      lost.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookIntoRun(Watchable folder) throws InterruptedException {
    if (isLost() || !folder.equals(dataDir) && !folder.equals(run())) {
      return;
    }
    Thread.sleep(REMOVAL_MILLIS);
    if (!isLost()) {
      changed.run();
    }
  }

  /** Watches run, DATA_DIR and the folders above it. A folder that cannot be read is left out. */
  private void register(WatchService service) {
    for (Path folder = run(); folder != null; folder = folder.getParent()) {
      WatchKey key = watched.get(folder);
      if (key == null || !key.isValid()) {
        try {
          watched.put(folder, folder.register(service, StandardWatchEventKinds.ENTRY_DELETE));
        } catch (IOException e) {
          watched.remove(folder);
        }
      }
    }
  }

  private Path run() {
    return dataDir.resolve("run");
  }

  private boolean isLost() {
    try {
      return identity != null && !identity.equals(identity(dataDir));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return true;
    } catch (IOException e) {
      return false; // The directory may still exist; a failed read proves nothing.
    }
  }

  private static Object identity(Path directory) throws IOException {
    return Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
  }
}
