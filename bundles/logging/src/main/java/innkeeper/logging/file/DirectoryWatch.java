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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what appears, changes and goes in a few directories. Sleeps in inotify. */
public final class DirectoryWatch implements Runnable {

  /** Told on the watch's thread; {@link #all} when events may have been lost, and at first. */
  public interface Eye {
    void seen(Path path);

    void all();

    /** Whether it is told of new content, too. For a FIFO that is each write of a server. */
    default boolean content() {
      return true;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatch.class);
  private static final long AGAIN_SECONDS = 1;
  private static final WatchEvent.Kind<?>[] NAMES = {
    StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE
  };
  private static final WatchEvent.Kind<?>[] ALL = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final WatchService service;
  private final Map<Path, Eye> eyes;
  private final Map<WatchKey, Path> keys = new HashMap<>();
  private final Map<Path, String> troubles = new HashMap<>();
  private final Thread thread = new WatchedThread("log watch", 256 * 1024, this);

  public DirectoryWatch(Map<Path, Eye> eyes) throws IOException {
    this.eyes = Map.copyOf(eyes);
    service = FileSystems.getDefault().newWatchService();
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      // Not empty when a look has failed: what was told meanwhile may be lost.
      keys.values().forEach(directory -> eyes.get(directory).all());
      boolean complete = register();
      while (true) {
        WatchKey key = complete ? service.take() : service.poll(AGAIN_SECONDS, TimeUnit.SECONDS);
        if (key != null) {
          try {
            see(key);
          } finally {
            // Without it the key would never come again.
            complete &= reset(key);
          }
        }
        if (!complete) {
          complete = register();
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException ended) {
      LOG.debug("watch ended");
    }
  }

  /** False when the directory went away; it is made again and looked at anew. */
  private boolean reset(WatchKey key) {
    if (key.reset()) {
      return true;
    }
    keys.remove(key);
    return false;
  }

  private boolean register() {
    boolean complete = true;
    for (Map.Entry<Path, Eye> one : eyes.entrySet()) {
      if (keys.containsValue(one.getKey())) {
        continue;
      }
      try {
        if (!Files.exists(one.getKey())) {
          Owner.directory(one.getKey());
        }
        keys.put(
            one.getKey().register(service, one.getValue().content() ? ALL : NAMES), one.getKey());
        all(one.getValue());
      } catch (IOException e) {
        if (!e.toString().equals(troubles.put(one.getKey(), e.toString()))) {
          LOG.warn("directory cannot be watched, trying again directory={}", one.getKey(), e);
        }
        complete = false;
      }
    }
    return complete;
  }

  private void see(WatchKey key) {
    Path directory = keys.get(key);
    Eye eye = eyes.get(directory);
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
        all(eye);
      } else {
        try {
          eye.seen(directory.resolve((Path) event.context()));
        } catch (RuntimeException e) {
          LOG.warn("change could not be followed path={}", event.context(), e);
        }
      }
    }
  }

  private static void all(Eye eye) {
    try {
      eye.all();
    } catch (RuntimeException e) {
      LOG.warn("directory could not be looked through", e);
    }
  }

  public void close() throws IOException, InterruptedException {
    service.close();
    thread.join(1000);
  }
}
