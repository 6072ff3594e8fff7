package innkeeper.cli.far;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Collects the standard error of a transport's process. It keeps the lines until the connection
 * works, because they may explain a failure; then it shows them. It does not wait for the end of
 * the stream, because a shared ssh connection keeps it open.
 */
public final class FarErrors {

  private static final String PREFIX = "innkeeper: ";

  /** The longest wait for the last line after the output has ended. */
  private static final long LAST_LINE_MS = 2_000;

  private final Consumer<String> shown;
  private final List<String> kept = new ArrayList<>();
  private boolean connected;
  private Thread reader;

  /**
   * @param shown receives each line, without its end; called on a thread of this class
   */
  public FarErrors(Consumer<String> shown) {
    this.shown = shown;
  }

  /** Starts to read; it is called once, before all other methods. */
  void of(InputStream stream) {
    reader = new Thread(() -> read(stream), "far-errors");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream stream) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      // The streams are closed when the process ends.
      return;
    }
  }

  /**
   * Waits until the standard error is closed: when the process ends, unless another process holds
   * it open.
   */
  void awaitEnd() throws InterruptedException {
    reader.join();
  }

  private synchronized void add(String line) {
    if (connected) {
      shown.accept(line);
    } else if (!line.isBlank()) {
      kept.add(line.strip());
    }
  }

  synchronized void connected() {
    connected = true;
    kept.forEach(shown);
    kept.clear();
  }

  /** Returns the line that gives the reason: innkeeper's last line, else the last line, else "". */
  String last() {
    try {
      reader.join(LAST_LINE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String last = "";
    boolean own = false;
    for (String line : kept()) {
      boolean innkeepers = line.startsWith(PREFIX);
      if (innkeepers || !own) {
        last = innkeepers ? line.substring(PREFIX.length()) : line;
        own |= innkeepers;
      }
    }
    return last;
  }

  private synchronized List<String> kept() {
    return List.copyOf(kept);
  }
}
