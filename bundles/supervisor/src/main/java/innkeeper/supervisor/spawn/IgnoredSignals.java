package innkeeper.supervisor.spawn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Signals that this host was born deaf to. A shell that starts the host in the background of a
 * script ignores INT and QUIT for it, nohup HUP; a server would inherit that, could not be stopped
 * by that signal, and no POSIX shell can undo it: only env of coreutils (8.31 on).
 */
final class IgnoredSignals {

  private static final Map<String, Integer> NUMBERS = new LinkedHashMap<>();

  static {
    NUMBERS.put("HUP", 1);
    NUMBERS.put("INT", 2);
    NUMBERS.put("QUIT", 3);
    NUMBERS.put("USR1", 10);
    NUMBERS.put("USR2", 12);
    NUMBERS.put("ALRM", 14);
    NUMBERS.put("TERM", 15);
  }

  private IgnoredSignals() {}

  /** Those of this process, by /proc/self/status (proc(5), SigIgn). */
  static List<String> here() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("SigIgn:")) {
        return names(line.substring("SigIgn:".length()).strip());
      }
    }
    return List.of();
  }

  /**
   * @param mask hexadecimal, bit n-1 for signal n
   */
  static List<String> names(String mask) {
    long bits = Long.parseUnsignedLong(mask, 16);
    return NUMBERS.entrySet().stream()
        .filter(e -> (bits >> (e.getValue() - 1) & 1) == 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Words to put before a command so that it hears these signals again; none if there are none. */
  static List<String> undo(String env, List<String> ignored) throws IOException {
    if (ignored.isEmpty()) {
      return List.of();
    }
    List<String> words = List.of(env, "--default-signal=" + String.join(",", ignored));
    Process trial = new ProcessBuilder(words.get(0), words.get(1), "true").start();
    try {
      return trial.waitFor() == 0 ? words : List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
