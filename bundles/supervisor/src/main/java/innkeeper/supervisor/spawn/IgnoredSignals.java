package innkeeper.supervisor.spawn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds signals that this host ignored from its start. A shell that starts the host in the
 * background of a script ignores INT and QUIT for it; nohup ignores HUP. A server would inherit
 * that and could not be stopped by that signal. No POSIX shell can undo it, only env of coreutils
 * (8.31 on).
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

  /** Returns the signals that this process ignores, from /proc/self/status (proc(5), SigIgn). */
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

  /**
   * Returns words to put before a command so that it receives these signals again. They are empty
   * if no signal is ignored, or if env cannot do that.
   */
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
