package innkeeper.rotation;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * The queue of log messages, which rotation's own thread writes. The thread that adds a message may
 * be the writer of bot.log and may hold that log. It must therefore not log itself.
 */
final class DeferredLog {

  private static final int MOST = 1000;

  private final BlockingQueue<Consumer<Logger>> waiting = new LinkedBlockingQueue<>(MOST);

  void info(String text) {
    add(log -> log.info(text));
  }

  void warn(String text) {
    add(log -> log.warn(text));
  }

  /** Adds a message about a rotation and the time for which the writer was held. */
  void unforced(Path archive, long heldNanos) {
    String name = archive.getFileName().toString();
    add(log -> log.debug("log rotated archive={} micros={}", name, heldNanos / 1000));
  }

  /** Writes all queued messages. The calling thread must not hold a log. */
  void sayTo(Logger log) {
    for (Consumer<Logger> next = waiting.poll(); next != null; next = waiting.poll()) {
      next.accept(log);
    }
  }

  private void add(Consumer<Logger> message) {
    while (!waiting.offer(message)) {
      waiting.poll(); // The queue is full: the oldest message is dropped.
    }
  }
}
