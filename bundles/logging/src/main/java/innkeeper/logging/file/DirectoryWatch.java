package innkeeper.logging.file;

import innkeeper.api.thread.WatchedThread;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the files that are created, changed or deleted in a few directories. It sleeps in
 * inotify. While the system provides no watch (all hosts of a user share
 * fs.inotify.max_user_instances), it checks the directories once a second.
 */
public final class DirectoryWatch implements Runnable {

  /**
   * A listener that is called on the watch's thread; {@link #all} is called at the beginning, and
   * when events may have been lost.
   */
  public interface Eye {
    /** Receives the files that were created, deleted or changed within a moment. */
    void seen(Set<Path> paths);

    void all();

    /**
     * Returns whether the listener also receives changes of content. Each write of a server to a
     * FIFO is such a change.
     */
    default boolean content() {
      return true;
    }
  }

  interface Source {
    WatchService open() throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatch.class);
  private static final long LOOK_SECONDS = 5;
  private static final long AGAIN_SECONDS = 1;

  /**
   * The time in which events are collected: a start of a server changes several files, and one call
   * covers all of them.
   */
  private static final long MOMENT_MILLIS = 3;

  private static final WatchEvent.Kind<?>[] NAMES = {
    StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE
  };
  private static final WatchEvent.Kind<?>[] ALL = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final Source source;
  private final Map<Path, Eye> eyes;
  private WatchService service;
  private boolean closed;
  private final Map<WatchKey, Path> keys = new HashMap<>();

  /** The identity of each directory when it was registered. */
  private final Map<Path, Object> watched = new HashMap<>();

  private final Map<Path, String> troubles = new HashMap<>();
  private final Thread thread = new WatchedThread("log watch", 256 * 1024, this);

  public DirectoryWatch(Map<Path, Eye> eyes) {
    this(eyes, () -> FileSystems.getDefault().newWatchService());
  }

  DirectoryWatch(Map<Path, Eye> eyes, Source source) {
    this.eyes = Map.copyOf(eyes);
    this.source = source;
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      // The map is not empty after a failed pass; events in between may be lost.
      keys.values().forEach(directory -> eyes.get(directory).all());
      WatchService watch = opened();
      boolean complete = register(watch);
      while (true) {
        WatchKey key = watch.poll(complete ? LOOK_SECONDS : AGAIN_SECONDS, TimeUnit.SECONDS);
        if (key != null) {
          try {
            see(key);
          } finally {
            // The key needs the reset; otherwise it would never be signalled again.
            complete &= reset(key);
          }
        }
        complete &= inPlace();
        if (!complete) {
          complete = register(watch);
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException ended) {
      LOG.debug("watch ended");
    }
  }

  private WatchService opened() throws InterruptedException {
    String told = "";
    while (true) {
      try {
        return open();
      } catch (IOException e) {
        if (!told.equals(e.toString())) {
          told = e.toString();
          LOG.warn("directories cannot be watched, they are read once a second", e);
        }
      }
      eyes.values().forEach(DirectoryWatch::all);
      pause();
    }
  }

  private synchronized void pause() throws InterruptedException {
    if (!closed) {
      wait(AGAIN_SECONDS * 1000);
    }
  }

  private synchronized WatchService open() throws IOException {
    if (closed) {
      throw new ClosedWatchServiceException();
    }
    if (service == null) {
      service = source.open();
    }
    return service;
  }

  /**
   * Compares each directory with the watched one. The system does not report that a directory was
   * moved. It also does not report that a directory was removed while a process has one of its
   * files open.
   */
  private boolean inPlace() {
    boolean all = true;
    for (Map.Entry<WatchKey, Path> one : Map.copyOf(keys).entrySet()) {
      Optional<Object> now = identity(one.getValue());
      if (!now.equals(Optional.ofNullable(watched.get(one.getValue())))) {
        one.getKey().cancel();
        keys.remove(one.getKey());
        all = false;
      }
    }
    return all;
  }

  private static Optional<Object> identity(Path directory) {
    try {
      return Optional.ofNullable(
          Files.readAttributes(directory, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns false if the directory was removed; it is then created and registered again. */
  private boolean reset(WatchKey key) {
    if (key.reset()) {
      return true;
    }
    keys.remove(key);
    return false;
  }

  private boolean register(WatchService watch) {
    boolean complete = true;
    for (Map.Entry<Path, Eye> one : eyes.entrySet()) {
      if (keys.containsValue(one.getKey())) {
        continue;
      }
      try {
        if (!Files.exists(one.getKey())) {
          if (watched.containsKey(one.getKey())) {
            Owner.notUnmounted(one.getKey().getParent());
          }
          Owner.directory(one.getKey());
        }
        keys.put(
            one.getKey().register(watch, one.getValue().content() ? ALL : NAMES), one.getKey());
        identity(one.getKey()).ifPresent(now -> watched.put(one.getKey(), now));
        all(one.getValue());
      } catch (IOException e) {
        if (!e.toString().equals(troubles.put(one.getKey(), e.toString()))) {
          LOG.warn("directory cannot be watched, trying again error={}", e.toString());
        }
        complete = false;
      }
    }
    return complete;
  }

  private void see(WatchKey key) throws InterruptedException {
    Path directory = keys.get(key);
    Eye eye = eyes.get(directory);
    Thread.sleep(MOMENT_MILLIS);
    Set<Path> paths = new LinkedHashSet<>();
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
        all(eye);
      } else {
        paths.add(directory.resolve((Path) event.context()));
      }
    }
    try {
      eye.seen(paths);
    } catch (RuntimeException e) {
      LOG.warn("changes could not be processed, reading the whole directory paths={}", paths, e);
      all(eye);
    }
  }

  private static void all(Eye eye) {
    try {
      eye.all();
    } catch (RuntimeException e) {
      LOG.warn("directory could not be read", e);
    }
  }

  public void close() throws IOException, InterruptedException {
    synchronized (this) {
      closed = true;
      if (service != null) {
        service.close();
      }
      notifyAll();
    }
    thread.join(1000);
  }
}
