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

/** What a host leaves for the one it becomes, in run/restart: that, and when, it was asked to. */
final class RestartNote {

  private static final String NAME = "restart";

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

  /** Read once; empty after an ordinary start, and for what another process left. */
  static Map<String, String> take(Path run) {
    Path file = run.resolve(NAME);
    Properties left = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      left.load(reader);
      Files.delete(file);
    } catch (IOException | IllegalArgumentException e) {
      return Map.of();
    }
    if (!String.valueOf(ProcessHandle.current().pid()).equals(left.getProperty("pid"))) {
      return Map.of();
    }
    return left.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, left::getProperty));
  }
}
