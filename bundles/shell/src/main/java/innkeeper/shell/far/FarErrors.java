package innkeeper.shell.far;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a transport's process says on its standard error. Until the connection stands the lines are
 * kept, for they may be the reason that it does not; then they are shown. The end of the stream is
 * not waited for: a shared connection of ssh's keeps it open.
 */
public final class FarErrors {

  private static final String PREFIX = "innkeeper: ";

  /** How long the last line may be on its way when the output has ended. */
  private static final long LAST_LINE_MS = 2_000;

  private final Consumer<String> shown;
  private final List<String> kept = new ArrayList<>();
  private String instead = "";
  private boolean connected;
  private boolean ended;

  /**
   * @param shown gets each line, without its end; called on a thread of this class's
   */
  public FarErrors(Consumer<String> shown) {
    this.shown = shown;
  }

  void of(InputStream stream) {
    Thread reader = new Thread(() -> read(stream), "far-errors");
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
      // Whoever ends the process closes its streams.
      ended();
    }
    ended();
  }

  private synchronized void ended() {
    ended = true;
    notifyAll();
  }

  /** Until the process has closed its standard error: at its end, if nobody else has it open. */
  synchronized void awaitEnd() throws InterruptedException {
    while (!ended) {
      wait();
    }
  }

  synchronized void add(String line) {
    if (connected) {
      shown.accept(line);
    } else if (!line.isBlank()) {
      kept.add(line.strip());
    }
  }

  /** The reason where the process says none. */
  synchronized void atLeast(String line) {
    instead = line;
  }

  synchronized void connected() {
    connected = true;
    kept.forEach(shown);
    kept.clear();
  }

  /** The line that says why: the last of innkeeper's, else the last; "" for none. */
  synchronized String last() {
    long end = System.currentTimeMillis() + LAST_LINE_MS;
    try {
      for (long left = LAST_LINE_MS; !ended && left > 0; ) {
        wait(left);
        left = end - System.currentTimeMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String last = instead;
    boolean own = false;
    for (String line : kept) {
      boolean innkeepers = line.startsWith(PREFIX);
      if (innkeepers || !own) {
        last = innkeepers ? line.substring(PREFIX.length()) : line;
        own |= innkeepers;
      }
    }
    return last;
  }
}
