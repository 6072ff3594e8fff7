package innkeeper.boot;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The notes of a hand-over. A host leaves run/restart for the one it becomes: when it was asked to.
 * A host that ends before it is ready leaves run/refused for the command that waits for it: why.
 * lib/client.pl and the JVM's client print that.
 */
final class RestartNote {

  private static final String NAME = "restart";
  private static final String REFUSED = "refused";

  /** There when the host before was told to end while it gave way: the next one does. */
  static final String STOP = "stop";

  private RestartNote() {}

  static void leave(Path run, boolean stop) {
    Properties left = new Properties();
    left.setProperty("asked", String.valueOf(System.currentTimeMillis()));
    left.setProperty("pid", String.valueOf(ProcessHandle.current().pid()));
    if (stop) {
      left.setProperty(STOP, "true");
    }
    try (Writer writer = Files.newBufferedWriter(run.resolve(NAME))) {
      left.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException("the next host could not be notified", e);
    }
  }

  /** Whether the host before this one, which was this process, handed over to it. */
  static boolean isForThisProcess(Path run) {
    return !read(run.resolve(NAME)).isEmpty();
  }

  /** Read once; empty after an ordinary start, and for what another process left. */
  static Map<String, String> take(Path run) {
    Map<String, String> left = read(run.resolve(NAME));
    try {
      Files.deleteIfExists(run.resolve(NAME));
    } catch (IOException e) {
      return Map.of(); // The next start would read it again.
    }
    return left;
  }

  private static Map<String, String> read(Path file) {
    Properties left = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      left.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return Map.of();
    }
    if (!String.valueOf(ProcessHandle.current().pid()).equals(left.getProperty("pid"))) {
      return Map.of();
    }
    return left.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, left::getProperty));
  }

  /** Forgets why an earlier start was refused. */
  static void clearRefusal(Path run) throws IOException {
    Files.deleteIfExists(run.resolve(REFUSED));
  }

  /** Writes why this start is refused, if that is possible; the console has it in any case. */
  static void leaveRefusal(Path run, String why) {
    try {
      Files.writeString(run.resolve(REFUSED), why + "\n");
    } catch (IOException e) {
      System.err.println(run.resolve(REFUSED) + " cannot be written: " + e);
    }
  }
}
