package innkeeper.shell.foreground;

import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints the lines of logs to standard output. Each line appears once, whole and redacted, also
 * over restarts of the host. It reads the log files, so a slow reader of standard output cannot
 * block a server.
 */
final class LogOutput {

  private static final Logger LOG = LoggerFactory.getLogger(LogOutput.class);

  /**
   * The file in {@code run/} with the positions at which a host stopped; the next host reads and
   * deletes it.
   */
  private static final String PLACES = "stdout";

  private static final String CURSOR = "cursor.";

  /** The longest wait for the last lines at the end; a reader that is blocked gets no more. */
  private static final Duration LAST_LINES = Duration.ofSeconds(5);

  private static final long LOOK_MILLIS = 20;

  private final Logs logs;
  private final OutputStream out;
  private final Path file;
  private final ConcurrentMap<String, String> cursors;
  private final List<AutoCloseable> followings = new ArrayList<>();
  private List<String> names = List.of();

  /** True when standard output cannot be written, or the output is closed. */
  private volatile boolean over;

  /**
   * @param run the folder of the positions file
   * @param cursors the positions, which survive a replacement of this bundle
   */
  LogOutput(Logs logs, OutputStream out, Path run, ConcurrentMap<String, String> cursors) {
    this.logs = logs;
    this.out = out;
    this.file = run.resolve(PLACES);
    this.cursors = cursors;
  }

  /**
   * Prints from the position at which the previous host stopped. Without one, it starts with the
   * lines since this process began.
   *
   * @param all the names of the logs; with several, each line begins with the log's name
   */
  synchronized void follow(List<String> all) throws IOException {
    names = List.copyOf(all);
    Properties before = take();
    Instant begun = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    for (String name : names) {
      String key = CURSOR + name;
      if (!cursors.containsKey(key)) {
        String place = before.getProperty(name, "");
        cursors.put(key, place.isEmpty() ? logs.positionAt(name, begun) : place);
      }
      String prefix = names.size() > 1 ? name + " | " : "";
      followings.add(logs.follow(name, cursors.get(key), batch -> print(name, prefix, batch)));
    }
  }

  private void print(String name, String prefix, Batch batch) {
    if (over) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (String line : batch.lines()) {
      text.append(prefix).append(line).append('\n');
    }
    if (batch.gap()) {
      LOG.warn("lines were archived and deleted before they were printed name={}", name);
    }
    try {
      // All logs share one lock, so that lines of two logs never mix.
      synchronized (out) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      cursors.put(CURSOR + name, batch.cursor());
    } catch (IOException e) {
      over = true;
      LOG.error("standard output cannot be written, no more is printed reason={}", e.getMessage());
    }
  }

  /** Prints the remaining lines as long as standard output accepts them. */
  synchronized void close() {
    long deadline = System.nanoTime() + LAST_LINES.toNanos();
    try {
      for (String name : names) {
        awaitPrinted(name, deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    over = true;
    for (AutoCloseable following : followings) {
      try {
        following.close();
      } catch (Exception e) {
        LOG.debug("following could not be ended", e);
      }
    }
    followings.clear();
    leave();
  }

  private void awaitPrinted(String name, long deadline) throws InterruptedException {
    try {
      logs.drained(name).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      while (!over && System.nanoTime() < deadline && !printed(name)) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (IOException | ExecutionException | TimeoutException e) {
      LOG.warn("last lines may not have been printed name={} reason={}", name, e.toString());
    }
  }

  private boolean printed(String name) throws IOException {
    String cursor = cursors.get(CURSOR + name);
    return cursor == null
        || logs.tail(name, 1, List.of(cursor)).after().stream().allMatch(lines -> lines == 0);
  }

  private Properties take() throws IOException {
    Properties places = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        places.load(reader);
      } catch (IllegalArgumentException e) {
        LOG.warn("places of the host before cannot be read file={}", file);
      }
      Files.delete(file);
    }
    return places;
  }

  private void leave() {
    Properties places = new Properties();
    for (String name : names) {
      String cursor = cursors.get(CURSOR + name);
      if (cursor != null) {
        places.setProperty(name, cursor);
      }
    }
    try (Writer writer = Files.newBufferedWriter(file)) {
      places.store(writer, null);
    } catch (IOException e) {
      LOG.warn("places could not be kept for the next host file={} reason={}", file, e.toString());
    }
  }
}
