package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The child processes that this process started when it was the previous host. They are the
 * servers' wrappers, which this host adopts by their records as after a crash. Only this process
 * can remove them from the process table when they end, and Java does not wait for children it has
 * not started.
 */
final class InheritedChildren {

  private static final Logger LOG = LoggerFactory.getLogger(InheritedChildren.class);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private InheritedChildren() {}

  /**
   * Removes the children from the process table when they end. Must be called before anything is
   * started.
   */
  static void reap(Path scratch) {
    Set<Long> children =
        ProcessHandle.current()
            .children()
            .map(ProcessHandle::pid)
            .collect(Collectors.toCollection(HashSet::new));
    if (children.isEmpty()) {
      return;
    }
    Thread thread = new Thread(null, () -> reap(children, scratch), "inherited", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  private static void reap(Set<Long> children, Path scratch) {
    try {
      Libc libc = Libc.load(scratch);
      while (!children.isEmpty()) {
        Thread.sleep(LOOK.toMillis());
        children.removeIf(libc::reap);
      }
    } catch (LinkageError e) {
      LOG.warn("ended children of the host before stay in the process table", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
