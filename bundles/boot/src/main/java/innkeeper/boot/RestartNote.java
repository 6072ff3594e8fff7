package innkeeper.boot;

import innkeeper.common.file.PropertiesFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The notes of a takeover. A host writes run/restart for the host that it becomes, with the time of
 * the request. A host that ends before it is ready writes run/refused, with the reason. A waiting
 * command reads that file: lib/client.pl and the JVM's client print it.
 */
final class RestartNote {

  private static final String NAME = "restart";
  private static final String REFUSED = "refused";

  /**
   * This key is present if the previous host was asked to end during its takeover. The next host
   * then ends.
   */
  static final String STOP = "stop";

  private RestartNote() {}

  static void leave(Path run, boolean stop) {
    Properties left = new Properties();
    left.setProperty("asked", String.valueOf(System.currentTimeMillis()));
    left.setProperty("pid", String.valueOf(ProcessHandle.current().pid()));
    if (stop) {
      left.setProperty(STOP, "true");
    }
    try {
      PropertiesFile.write(run.resolve(NAME), left);
    } catch (IOException e) {
      throw new UncheckedIOException("the next host could not be notified", e);
    }
  }

  /** Returns whether this process was the previous host and handed over to this one. */
  static boolean isForThisProcess(Path run) {
    return !read(run.resolve(NAME)).isEmpty();
  }

  /**
   * Reads and removes the note. Returns an empty map after an ordinary start, and for a note of
   * another process.
   */
  static Map<String, String> take(Path run) {
    Map<String, String> left = read(run.resolve(NAME));
    try {
      Files.deleteIfExists(run.resolve(NAME));
    } catch (IOException e) {
      return Map.of(); // If the note stayed, the next start would read it again.
    }
    return left;
  }

  private static Map<String, String> read(Path file) {
    Properties left;
    try {
      left = PropertiesFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      return Map.of();
    }
    if (!String.valueOf(ProcessHandle.current().pid()).equals(left.getProperty("pid"))) {
      return Map.of();
    }
    return left.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, left::getProperty));
  }

  /** Removes the reason of an earlier refused start. */
  static void clearRefusal(Path run) throws IOException {
    Files.deleteIfExists(run.resolve(REFUSED));
  }

  /** Writes why this start is refused, if possible. The console shows the reason in any case. */
  static void leaveRefusal(Path run, String why) {
    try {
      Files.writeString(run.resolve(REFUSED), why + "\n");
    } catch (IOException e) {
      System.err.println(run.resolve(REFUSED) + " cannot be written: " + e);
    }
  }
}
