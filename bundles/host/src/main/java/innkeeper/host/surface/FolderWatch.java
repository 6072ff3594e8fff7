package innkeeper.host.surface;

import innkeeper.api.thread.WatchedThread;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports changes in a few folders, at most one report for a series of changes. If the system has
 * no inotify instance left (fs.inotify.max_user_instances), it reports once a second.
 */
final class FolderWatch {

  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

  /** A file that did not change for this long counts as complete. */
  private static final long SETTLED_MILLIS = 500;

  private static final long UNWATCHED_MILLIS = 1000;

  /** The interval at which a missing folder is checked again. */
  private static final long AGAIN_SECONDS = 10;

  private final Set<Path> folders;
  private final Runnable changed;
  private final Map<WatchKey, Path> watched = new HashMap<>();
  private WatchService service;
  private boolean closed;

  /**
   * Begins to watch.
   *
   * @param folders the folders to watch; they need not exist
   * @param changed called on the watch's thread after a change, and also at the start
   */
  FolderWatch(Set<Path> folders, Runnable changed) {
    this.folders = folders;
    this.changed = changed;
    new WatchedThread("folder watch", 256 * 1024, this::run).start();
  }

  private void run() {
    boolean told = false;
    try {
      while (true) {
        try {
          watch(opened());
        } catch (IOException e) {
          if (!told) {
            told = true;
            LOG.warn("folders of bundles cannot be watched, they are checked once a second", e);
          }
          changed.run();
          Thread.sleep(UNWATCHED_MILLIS);
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException ended) {
      LOG.debug("watch of folders ended");
    }
  }

  private void watch(WatchService changes) throws IOException, InterruptedException {
    register(changes);
    WatchKey change = changes.poll(AGAIN_SECONDS, TimeUnit.SECONDS);
    if (change == null) {
      return;
    }
    change.pollEvents();
    do {
      Thread.sleep(SETTLED_MILLIS);
    } while (!change.pollEvents().isEmpty());
    if (!change.reset()) {
      watched.remove(change);
    }
    changed.run();
  }

  /**
   * Registers the existing folders. A folder may be created, or deleted and created again, at any
   * time.
   */
  private void register(WatchService changes) throws IOException {
    int before = watched.size();
    for (Path folder : folders) {
      if (!watched.containsValue(folder) && Files.isDirectory(folder)) {
        watched.put(
            folder.register(
                changes,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE),
            folder);
      }
    }
    if (watched.size() > before) {
      changed.run();
    }
  }

  private synchronized WatchService opened() throws IOException {
    if (closed) {
      throw new ClosedWatchServiceException();
    }
    if (service == null) {
      service = FileSystems.getDefault().newWatchService();
    }
    return service;
  }

  synchronized void close() {
    closed = true;
    try {
      if (service != null) {
        service.close();
      }
    } catch (IOException e) {
      LOG.debug("watch of folders not closed", e);
    }
  }
}
