package innkeeper.supervisor.run;

import innkeeper.api.thread.WatchedThread;
import innkeeper.supervisor.queue.Threads;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports by inotify the files that wrappers make in run/. It watches only for new files: for
 * changes of content, the kernel would report each write of each server into its FIFO.
 */
public final class RunWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunWatch.class);

  /** The number of files that one start makes. */
  private static final int NEWS_OF_ONE = 4;

  /** Receives new files, on the watch's thread. */
  public interface Listener {
    /**
     * Reports a new NAME.pid.
     *
     * @param alone whether the kernel reported no more events together than one start causes
     */
    void pid(String name, boolean alone);

    /**
     * Reports a new NAME.exit.
     *
     * @param alone whether the kernel reported no more events together than one start causes
     */
    void exit(String name, boolean alone);

    /** Reports that events were lost, so all files must be checked. */
    void all();
  }

  private final Path dir;
  private final WatchService watch;
  private final Listener listener;

  /** True if the thread ran before, so that events may be lost. Used by the thread only. */
  private boolean resumed;

  /**
   * @throws IOException if the system has no watch left (fs.inotify.max_user_instances)
   */
  public RunWatch(Path dir, Listener listener) throws IOException {
    this.dir = dir;
    this.listener = listener;
    watch = dir.getFileSystem().newWatchService();
    renew();
    new WatchedThread("supervisor-watch", Threads.STACK_BYTES, this::listen).start();
  }

  /** Watches the directory that is at the path now. */
  public void renew() throws IOException {
    dir.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
  }

  private void listen() {
    try {
      if (resumed) {
        listener.all();
      }
      resumed = true;
      while (true) {
        WatchKey key = watch.take();
        try {
          List<WatchEvent<?>> events = key.pollEvents();
          boolean alone = events.size() <= NEWS_OF_ONE;
          events.forEach(event -> tell(event, alone));
        } finally {
          // The key reports further events only after a reset.
          key.reset();
        }
      }
    } catch (ClosedWatchServiceException e) {
      LOG.debug("watch closed");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(WatchEvent<?> event, boolean alone) {
    try {
      if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
        listener.all();
        return;
      }
      String file = event.context().toString();
      if (file.endsWith(".pid")) {
        listener.pid(file.substring(0, file.length() - 4), alone);
      } else if (file.endsWith(".exit")) {
        listener.exit(file.substring(0, file.length() - 5), alone);
      }
    } catch (RuntimeException e) {
      LOG.error("event of a run file not handled event={}", event.context(), e);
    }
  }

  @Override
  public void close() throws IOException {
    watch.close();
  }
}
